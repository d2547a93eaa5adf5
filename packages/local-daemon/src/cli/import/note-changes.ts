/** Takes over tags and pins that a person changed in notes whose text is as it was. [IM-7] */
import { ok } from '@cairn/schema';
import { type Answer, isRefusal } from '../failure.ts';
import type { NoteMarks } from '../formats/found.ts';
import { changeIn } from '../formats/note-file.ts';
import type { Io } from '../io.ts';

/** Ids in one request, which are part of its address. */
const IDS_MAX = 100;

interface ChangesTaken {
  readonly taken: number;
  readonly refused: readonly { readonly index: number; readonly reason: string }[];
}

/** `index`: that of the note among `notes`. */
export const takeChanges = async (
  notes: readonly NoteMarks[],
  { ask, dryRun }: { readonly ask: Io['ask']; readonly dryRun: boolean },
): Answer<ChangesTaken> => {
  let taken = 0;
  const refused: { index: number; reason: string }[] = [];
  for (let from = 0; from < notes.length; from += IDS_MAX) {
    const some = new Map(
      notes.slice(from, from + IDS_MAX).map((note, n) => [note.id, { note, index: from + n }]),
    );
    const listed = await ask('GET /v1/memories', { query: { id: [...some.keys()], limit: IDS_MAX } });
    if (!listed.ok) return listed;
    for (const memory of listed.value.memories) {
      const found = some.get(memory.id);
      const change = found === undefined ? null : changeIn(found.note, memory);
      if (found === undefined || change === null) continue;
      const done = dryRun
        ? ok(null)
        : await ask('PATCH /v1/memories/:id', { at: { id: memory.id }, body: change });
      if (!done.ok && !isRefusal(done.error)) return done;
      if (done.ok) taken++;
      else refused.push({ index: found.index, reason: done.error.message });
    }
  }
  return ok({ taken, refused });
};
