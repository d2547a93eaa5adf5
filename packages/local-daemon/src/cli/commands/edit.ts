/** `cairn edit`: opens a memory in the person's editor. The saved text replaces it, as with `cairn supersede`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '@cairn/schema';
import type { Run } from '../command.ts';
import { type Failure, failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { runOnTerminal } from '../terminal-program.ts';
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
  const edited = await inEditor(content, io);
  if (!edited.ok) return edited;
  const text = edited.value.trim();
  if (text === '') return err(failure('cancelled', 'The text is empty. Nothing was changed.'));
  if (text === content.trim())
    return ok({ json: found.value, human: () => '', notes: ['The text is the same. Nothing was changed.'] });
  return replace(id, text, io);
};

/** Edits the text in a private folder, which is removed afterwards. */
const inEditor = async (content: string, io: Io): Promise<Result<string, Failure>> => {
  const words = [io.env.VISUAL, io.env.EDITOR].find((one) => one !== undefined && one.trim() !== '') ?? 'vi';
  const [program = '', ...args] = words.trim().split(/\s+/);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
  const file = join(folder, 'memory.md');
  try {
    writeFileSync(file, `${content}\n`, { mode: 0o600 });
    const code = await runOnTerminal(program, [...args, file], io);
    if (code === 0) return ok(readFileSync(file, 'utf8'));
    const why =
      code === null
        ? `The editor "${program}" was not found. Set EDITOR to its absolute path.`
        : `The editor ended with ${code}. Nothing was changed.`;
    return err(failure(code === null ? 'usage' : 'cancelled', why));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
