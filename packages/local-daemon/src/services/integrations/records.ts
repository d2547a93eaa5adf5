/** Records each installation, so that removal restores every byte and `doctor` knows the files to check. [IN-3, IN-5] */
import { createHash } from 'node:crypto';
import * as z from 'zod';

const fileRecord = z.object({
  path: z.string(),
  /** Hash of what it was; null: it was not there. */
  before: z.string().nullable(),
  /** Hash of what we made of it. */
  after: z.string(),
  /** Containers of ours that were there before. */
  kept: z.array(z.string()),
  /** The outermost folder that was made for it. */
  made: z.string().nullable(),
});
export type FileRecord = z.infer<typeof fileRecord>;

const integration = z.object({
  agent: z.string(),
  scope: z.enum(['user', 'project']),
  /** The project's root; null for the user's. */
  root: z.string().nullable(),
  version: z.string(),
  files: z.array(fileRecord),
});
export type Integration = z.infer<typeof integration>;

const recordsFile = z.object({ v: z.literal(1), integrations: z.array(integration) });

/** A file that cannot be read is as good as none: our parts are known by what they are. */
export const parseRecords = (text: string | null): readonly Integration[] => {
  try {
    const parsed = recordsFile.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data.integrations : [];
  } catch {
    return [];
  }
};

export const recordsText = (integrations: readonly Integration[]): string =>
  `${JSON.stringify({ v: 1, integrations }, null, 2)}\n`;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const isSamePlace = (
  a: Pick<Integration, 'agent' | 'scope' | 'root'>,
  b: Pick<Integration, 'agent' | 'scope' | 'root'>,
): boolean => a.agent === b.agent && a.scope === b.scope && a.root === b.root;
