/** The lines of a backup: a head, one line per row, and an end with a checksum of all lines before. */

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

/** Returns null for anything else. */
export const parseHead = (line: string): BackupHead | null =>
  headSchema.safeParse(parseJson(line)).data ?? null;
export const parseEnd = (line: string): BackupEnd | null => endSchema.safeParse(parseJson(line)).data ?? null;

const ROW = /^\{"table":"([a-z_]+)","row":(\{.*\})\}$/s;

/** The row stays text, because Postgres writes and reads it, and its numbers may be too large for JavaScript. */
export const rowLine = (table: string, row: string): string => `{"table":"${table}","row":${row}}`;
export const parseRow = (line: string): { readonly table: string; readonly row: string } | null => {
  const [, table, row] = ROW.exec(line) ?? [];
  return table === undefined || row === undefined ? null : { table, row };
};

/** Covers every line with its newline. */
export const createChecksum = () => {
  const hash = createHash('sha256');
  return {
    add: (line: string): void => void hash.update(line).update('\n'),
    hex: (): string => hash.digest('hex'),
  };
};
