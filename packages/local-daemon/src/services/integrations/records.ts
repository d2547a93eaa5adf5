/** Records each installation, so that removal restores every byte and `doctor` knows the files to check. [IN-3, IN-5] */
import { createHash } from 'node:crypto';
import { parseJson } from '@cairn/schema';
import * as z from 'zod';

const fileRecord = z.object({
  path: z.string(),
  /** Hash of the original text; null when there was no file. */
  before: z.string().nullable(),
  /** Hash of the text that Cairn wrote. */
  after: z.string(),
  /** Containers around Cairn's part that existed before the installation. */
  kept: z.array(z.string()),
  /** Outermost folder that was created for the file. */
  made: z.string().nullable(),
});
export type FileRecord = z.infer<typeof fileRecord>;

const integration = z.object({
  agent: z.string(),
  scope: z.enum(['user', 'project']),
  /** Root of the project; null for an installation in the user's settings. */
  root: z.string().nullable(),
  version: z.string(),
  files: z.array(fileRecord),
});
export type Integration = z.infer<typeof integration>;

const recordsFile = z.object({ v: z.literal(1), integrations: z.array(integration) });

/** Parses the records. An unreadable file counts as empty, because Cairn's parts are recognisable without it. */
export const parseRecords = (text: string | null): readonly Integration[] =>
  recordsFile.safeParse(parseJson(text ?? '')).data?.integrations ?? [];

export const recordsText = (integrations: readonly Integration[]): string =>
  `${JSON.stringify({ v: 1, integrations }, null, 2)}\n`;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const isSamePlace = (
  a: Pick<Integration, 'agent' | 'scope' | 'root'>,
  b: Pick<Integration, 'agent' | 'scope' | 'root'>,
): boolean => a.agent === b.agent && a.scope === b.scope && a.root === b.root;
