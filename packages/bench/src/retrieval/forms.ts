/**
 * Public data sets of conversations with questions, each in its authors' format. They are read by path and are not part of this program.
 * docs/retrieval.md describes each set and its source.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beamForm } from './forms/beam.ts';
import type { Form } from './forms/json-file.ts';
import { memDailyForm } from './forms/mem-daily.ts';
import { realMemForm } from './forms/real-mem.ts';
import { realTalkForm } from './forms/realtalk.ts';
import { parseLocomo } from './locomo.ts';

/**
 * Reads a file, or a folder of files in one format. Throws when a file has a wrong shape. `bytes` are all bytes read, in the order of the
 * paths.
 */
export const readSet = async (path: string) => {
  const paths = (await stat(path)).isDirectory() ? await filesIn(path) : [path];
  const files = await Promise.all(paths.map(async (file) => ({ file, bytes: await readFile(file) })));
  const conversations = conversationsIn(
    files.map(({ file, bytes }) => ({ name: file, value: JSON.parse(bytes.toString('utf8')) })),
  );
  if (conversations.length === 0) throw new Error(`${path} is of no form that is known here`);
  return { bytes: Buffer.concat(files.map(({ bytes }) => bytes)), conversations };
};

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));

const conversationsIn: Form = (files) => {
  for (const form of [realTalkForm, beamForm, memDailyForm, realMemForm]) {
    const found = form(files);
    if (found.length > 0) return found;
  }
  return files.flatMap(({ value }) => parseLocomo(JSON.stringify(value)));
};
