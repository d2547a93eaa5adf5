/** `cairn edit`: opens a memory in the person's editor. The saved text replaces it, as with `cairn supersede`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '@cairn/schema';
import type { Run } from '../command.ts';
import { type Failure, failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { runOnTerminal } from '../terminal-program.ts';
import { readTextFile } from '../text-file.ts';
import { replace } from './change.ts';

export const edit: Run = async (given, io) => {
  if (!io.canAsk || io.json)
    return err(
      failure(
        'usage',
        '`cairn edit` opens an editor, and there is no terminal. Write `cairn supersede ID TEXT`.',
      ),
    );
  const found = await io.ask('GET /v1/memories/:id', { at: { id: given.arg(0) } });
  if (!found.ok) return found;
  const { id, content } = found.value.memory;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
  const file = join(folder, 'memory.md');
  let isKept = false;
  try {
    const edited = await inEditor(file, content, io);
    if (!edited.ok) return edited;
    const text = edited.value.trim();
    if (text === '') return err(failure('cancelled', 'The text is empty. Nothing was changed.'));
    if (text === content.trim())
      return ok({
        json: found.value,
        human: () => '',
        notes: ['The text is the same. Nothing was changed.'],
      });
    const replaced = await replace(id, text, io);
    isKept = !replaced.ok;
    if (isKept) io.note(`Your text is kept in ${file}.`);
    return replaced;
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
};

/** Opens a private file with the text in the editor. Returns what was saved. */
const inEditor = async (file: string, content: string, io: Io): Promise<Result<string, Failure>> => {
  const words = [io.env.VISUAL, io.env.EDITOR].find((one) => one !== undefined && one.trim() !== '') ?? 'vi';
  const [program = '', ...args] = words.trim().split(/\s+/);
  writeFileSync(file, `${content}\n`, { mode: 0o600 });
  const code = await runOnTerminal(program, [...args, file], io);
  if (code === 0) return readTextFile(file);
  const why =
    code === null
      ? `The editor "${program}" was not found. Set EDITOR to its absolute path.`
      : `The editor ended with ${code}. Nothing was changed.`;
  return err(failure(code === null ? 'usage' : 'cancelled', why));
};
