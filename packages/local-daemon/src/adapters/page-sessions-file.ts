/** `page-sessions.json`, mode 0600: the browsers that were let in, by the hashes of their secrets. [PG-2] */
import * as z from 'zod';
import type { PageSession, PageSessions } from '../services/page-access.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const fileSchema = z.array(z.object({ cookieHash: hash, keyHash: hash, expiresAtMs: z.number() }));

/** A damaged file counts as empty: what it loses is opened again. */
export const createPageSessionsFile = (path: string): PageSessions => {
  let cached: readonly PageSession[] | null = null;
  return {
    read: () => {
      cached ??= parse(readPrivateFile(path));
      return cached;
    },
    write: (sessions) => {
      writePrivateFile(path, `${JSON.stringify(sessions)}\n`);
      cached = sessions;
    },
  };
};

const parse = (text: string | null): readonly PageSession[] => {
  try {
    return text === null ? [] : fileSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
};
