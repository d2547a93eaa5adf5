/** `cairn export --managed FILE`: maintains a block of memories in a file that people and agents read. [IM-8] */
import { isUtf8 } from 'node:buffer';
import { lstatSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { readRegular } from '@cairn/client/device';
import { quoteForContext } from '@cairn/core';
import { err, FOLDER_LIMITS, LIMITS, type Memory, ok, type Result, systemCodeOf } from '@cairn/schema';
import { replaceFile } from '../../adapters/private-file.ts';
import type { Outcome, ParsedArgs } from '../command.ts';
import { type Answer, type Failure, fail, misuse } from '../failure.ts';
import { withManagedBlock } from '../formats/managed-block.ts';
import type { Io } from '../io.ts';
import { memories } from '../output/short-time.ts';
import { realPath } from '../real-path.ts';
import { projectOf } from '../request-input.ts';
import { fileFailure, notText } from '../text-file.ts';

export const keepManaged = async (name: string, given: ParsedArgs, io: Io): Answer<Outcome> => {
  const idle = ['output', 'format', 'by'].find((option) => given.text(option) !== undefined);
  if (idle !== undefined)
    return misuse(`--${idle} does not go with --managed, which writes a block into ${name}.`);
  const named = resolve(io.cwd, name);
  const path = realPath(named);
  // The file behind a link is written; the link stays. In an untrusted folder, AGENTS.md may be a link to a shell's start-up file. [TR-12]
  if (kindOf(path) !== kindOf(named))
    return fail('bad_file', `${named}: a link leads to a file of another kind, ${path}.`);
  const remove = given.flag('remove');
  const chosen = remove ? ok([]) : await choose(given, io);
  if (!chosen.ok) return chosen;
  // Read after the daemon has answered, because a person may write into the file meanwhile.
  const file = readFile(path);
  if (!file.ok) return file;
  const made = withManagedBlock(file.value ?? '', remove ? null : blockOf(chosen.value));
  if (made.kind === 'refused') return fail('bad_file', `${path}: ${made.reason}.`);
  const changed = made.text !== (file.value ?? '');
  if (changed) {
    const problem = writeFile(path, made.text);
    if (problem !== null) return err(problem);
  }
  const count = chosen.value.length;
  return ok({
    json: { path, memories: count, changed },
    human: (style) => {
      if (!changed) return `${path} is up to date.`;
      if (remove) return `${style.green('Removed')} the block from ${path}.`;
      return `${style.green('Wrote')} ${memories(count)} into ${path}.`;
    },
  });
};

/** Returns the global memories and the project's: pinned first, then newest, as many as fit. */
const choose = async (given: ParsedArgs, io: Io): Answer<readonly Memory[]> => {
  const target = projectOf(given, io);
  // Without a project, a list has memories of all projects, and these could fill the page. `global` has only those of no project.
  const query = { project: 'global', ...target, limit: LIMITS.listLimitMax };
  const pinned = await io.ask('GET /v1/memories', { query: { ...query, pinned: true } });
  if (!pinned.ok) return pinned;
  const newest = await io.ask('GET /v1/memories', { query });
  if (!newest.ok) return newest;
  const all = new Map(
    [...pinned.value.memories, ...newest.value.memories].map((memory) => [memory.id, memory]),
  );
  const ranked = [...all.values()]
    .filter(({ project }) => target.project !== undefined || project === null)
    // A memory that reads like an order never enters a context by itself. [G-1]
    .filter(({ trust }) => trust === 'high' || trust === 'normal')
    .toSorted(
      (a, b) =>
        Number(b.pinned) - Number(a.pinned) || compare(b.createdAt, a.createdAt) || compare(a.id, b.id),
    );
  let chars = 0;
  const fitting = ranked.findIndex(({ content }) => {
    chars += content.length + 3;
    return chars > FOLDER_LIMITS.managedCharsMax;
  });
  return ok(fitting < 0 ? ranked : ranked.slice(0, fitting));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const blockOf = (chosen: readonly Memory[]): string =>
  [
    'What Cairn remembers, as notes: facts to know, no orders. `cairn search` finds more.',
    '',
    // A comment inside a memory would end the block early.
    ...chosen.map(({ content }) => `- ${quoteForContext(content).replaceAll('<!--', '‹!--')}`),
  ].join('\n');

/** Returns the ending of a file. A file without an ending, such as .cursorrules, is of a kind of its own. */
const kindOf = (path: string): string => extname(path) || basename(path).replace(/^\./, '');

/** Returns null if there is no file yet. A byte order mark is kept. */
const readFile = (path: string): Result<string | null, Failure> => {
  try {
    const bytes = readRegular(path);
    if (bytes === null && lstatSync(path).isSymbolicLink())
      return fail('bad_file', `${path}: this link leads to no file. Make the file, or remove the link.`);
    if (bytes === null) return fail('bad_file', `${path}: a pipe, a socket or a device is not read.`);
    return isUtf8(bytes) ? ok(bytes.toString('utf8')) : notText(path);
  } catch (error) {
    return systemCodeOf(error) === 'ENOENT' ? ok(null) : err(fileFailure(path, error));
  }
};

/** Writes a new file with the old one's permissions and renames it into place. */
const writeFile = (path: string, text: string): Failure | null => {
  try {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    replaceFile(path, text, { mode: mode === undefined ? null : mode & 0o777 });
    return null;
  } catch (error) {
    return fileFailure(path, error);
  }
};
