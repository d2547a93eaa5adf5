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
    const some = notes.slice(from, from + IDS_MAX);
    const listed = await ask('GET /v1/memories', {
      query: { id: [...new Set(some.map(({ id }) => id))], limit: IDS_MAX },
    });
    if (!listed.ok) return listed;
    const memories = new Map(listed.value.memories.map((memory) => [memory.id, memory]));
    // A person may have copied a note, so several may have one id.
    for (const [n, note] of some.entries()) {
      const memory = memories.get(note.id);
      const change = memory === undefined ? null : changeIn(note, memory);
      if (change === null) continue;
      const done = dryRun
        ? ok(null)
        : await ask('PATCH /v1/memories/:id', { at: { id: note.id }, body: change });
      if (!done.ok && !isRefusal(done.error)) return done;
      if (done.ok) taken++;
      else refused.push({ index: from + n, reason: done.error.message });
    }
  }
  return ok({ taken, refused });
};
