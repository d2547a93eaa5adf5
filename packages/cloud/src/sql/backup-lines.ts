/** The lines of a backup: a head, one line per row, an end with a checksum of all that came before. */

import { createHash } from 'node:crypto';
import { parseJson } from '@cairn/schema';
import * as z from 'zod';

export const BACKUP_FORMAT = 1;

const headSchema = z.object({
  kind: z.literal('cairn-server backup'),
  format: z.literal(BACKUP_FORMAT),
  program: z.string(),
  createdAt: z.number(),
  migrations: z.array(z.object({ version: z.number(), checksum: z.string() })),
});
export type BackupHead = z.infer<typeof headSchema>;

const endSchema = z.object({
  end: z.literal(true),
  rows: z.number().int(),
  vaults: z.number().int(),
  sha256: z.string(),
});
export type BackupEnd = z.infer<typeof endSchema>;

/** Null for something else. */
export const parseHead = (line: string): BackupHead | null =>
  headSchema.safeParse(parseJson(line)).data ?? null;
export const parseEnd = (line: string): BackupEnd | null => endSchema.safeParse(parseJson(line)).data ?? null;

const ROW = /^\{"table":"([a-z_]+)","row":(\{.*\})\}$/s;

/** The row stays text: Postgres wrote it and will read it, and its numbers may be larger than ours. */
export const rowLine = (table: string, row: string): string => `{"table":"${table}","row":${row}}`;
export const parseRow = (line: string): { readonly table: string; readonly row: string } | null => {
  const [, table, row] = ROW.exec(line) ?? [];
  return table === undefined || row === undefined ? null : { table, row };
};

/** Over every line and its newline. */
export const createChecksum = () => {
  const hash = createHash('sha256');
  return {
    add: (line: string): void => void hash.update(line).update('\n'),
    hex: (): string => hash.digest('hex'),
  };
};
