/** `cairn edit`: opens a memory in the person's editor. The saved text replaces it, as with `cairn supersede`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GetResult, ok, orElse } from '@cairn/schema';
import type { Run } from '../command.ts';
import { type Answer, fail, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { runOnTerminal } from '../terminal-program.ts';
import { readTextFile } from '../text-file.ts';
import { replace } from './change.ts';

export const edit: Run = async (given, io) => {
  if (!io.canAsk)
    return misuse(
      `\`cairn edit\` opens an editor, and ${io.json ? '--json is for programs' : 'there is no terminal'}. Write \`cairn supersede ID TEXT\`.`,
    );
  const found = await io.ask('GET /v1/memories/:id', { at: { id: given.arg(0) } });
  if (!found.ok) return found;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
  const file = join(folder, 'memory.md');
  const opened = `${found.value.memory.content}\n`;
  let isKept = false;
  try {
    const edited = await inEditor(file, opened, io);
    const done = edited.ok ? await keep(found.value, edited.value.trim(), io) : edited;
    isKept = !done.ok && hasNewText(file, opened);
    if (isKept) io.note(`Your text is kept in ${file}.`);
    return done;
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
};

const keep = async (found: GetResult, text: string, io: Io): ReturnType<Run> => {
  const { id, content } = found.memory;
  if (text === '') return fail('cancelled', 'The text is empty. Nothing was changed.');
  if (text !== content.trim()) return replace(id, text, io);
  return ok({ json: found, human: () => '', notes: ['The text is the same. Nothing was changed.'] });
};

/** Whether the person wrote something, also if it is no UTF-8 or the editor failed afterwards. */
const hasNewText = (file: string, opened: string): boolean => {
  const text = orElse(() => readFileSync(file), Buffer.alloc(0));
  return text.toString('latin1').trim() !== '' && !text.equals(Buffer.from(opened));
};

/** Opens a private file with the text in the editor. Returns what was saved. */
const inEditor = async (file: string, text: string, io: Io): Answer<string> => {
  const command =
    [io.env.VISUAL, io.env.EDITOR].find((one) => one !== undefined && one.trim() !== '') ?? 'vi';
  const [program = '', ...args] = wordsOf(command);
  writeFileSync(file, text, { mode: 0o600 });
  const code = await runOnTerminal(program, [...args, file], io);
  if (code === 0) return readTextFile(file);
  const why =
    code === null
      ? `The editor "${program}" was not found. Set EDITOR to its absolute path, in quotes if the path has blanks.`
      : `The editor ended with ${code}. Nothing was changed.`;
  return fail(code === null ? 'usage' : 'cancelled', why);
};

/** Returns the words of a command. Quotes, or a backslash before a blank, keep a path with blanks in one word, as in a shell. */
const wordsOf = (command: string): readonly string[] =>
  (command.match(/(?:"[^"]*"|'[^']*'|\\ |\S)+/g) ?? []).map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'|\\( )/g, '$1$2$3'),
  );
