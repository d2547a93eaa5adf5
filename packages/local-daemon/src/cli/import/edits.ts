/** Takes over the text of an edited note, which replaces its memory. [IM-7] */
import { cleanText, normaliseContent, withoutSecrets } from '@cairn/core';
import { ok } from '@cairn/schema';
import { type Answer, isRefusal } from '../failure.ts';
import type { Found } from '../formats/found.ts';
import { changeIn } from '../formats/note-file.ts';
import type { Io } from '../io.ts';

/** The result of an edited note. */
type EditDone =
  | { readonly kind: 'new' | 'duplicate' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The memory is not on this device, so the note becomes a new memory. */
  | Extract<Found, { kind: 'record' }>;

/** A request may wait behind the daemon's other work. */
export const PATIENT = { timeoutMs: 0 } as const;

export const takeEdit = async (
  { place, id, record, note }: Extract<Found, { kind: 'edited' }>,
  { ask, dryRun }: { readonly ask: Io['ask']; readonly dryRun: boolean },
): Answer<EditDone> => {
  const content = String(record.content);
  const words = wordsOf(content);
  const present = await ask('GET /v1/memories/:id', { at: { id } });
  if (!present.ok && present.error.kind === 'not_found') return ok({ kind: 'record', place, record });
  if (!present.ok) return present;
  const change = note === undefined ? null : changeIn(note, present.value.memory);
  // An old id leads to the current version. Of a text that differs in blanks only, the tags may be others.
  if (wordsOf(present.value.memory.content) === words) {
    if (change === null) return ok({ kind: 'duplicate' });
    const marked = dryRun ? ok(null) : await ask('PATCH /v1/memories/:id', { at: { id }, body: change });
    return doneOf(marked);
  }
  const past = await ask('GET /v1/memories/:id/history', { at: { id } });
  if (!past.ok) return past;
  // The edit was imported before, and replaced since. [IM-3]
  const { versions } = past.value;
  const after = versions.slice(versions.findIndex((version) => version.id === id) + 1);
  if (after.some((version) => wordsOf(version.content) === words)) return ok({ kind: 'duplicate' });
  if (dryRun) return wouldReplace(ask, content);
  const made = await ask('POST /v1/memories/:id/supersede', {
    at: { id },
    body: { content, source: 'import' },
  });
  const changed =
    made.ok && change !== null
      ? await ask('PATCH /v1/memories/:id', { at: { id: made.value.id }, body: change })
      : made;
  return doneOf(changed);
};

const doneOf = (changed: Awaited<Answer<unknown>>): Awaited<Answer<EditDone>> => {
  if (changed.ok) return ok({ kind: 'new' });
  return isRefusal(changed.error) ? ok({ kind: 'refused', reason: changed.error.message }) : changed;
};

/** Returns the form in which a note is compared with a stored text, which has no secrets and no private parts. */
const wordsOf = (text: string): string => {
  const cleaned = cleanText(text);
  return normaliseContent(withoutSecrets(cleaned.ok ? cleaned.value : text));
};

/** Asks whether the daemon would refuse the text. A record of an export is checked as one memory, and never split. [IM-2] */
const wouldReplace = async (ask: Io['ask'], content: string): Answer<EditDone> => {
  const body = { records: [{ content, source: 'import' }], bundle: true, dryRun: true };
  const tried = await ask('POST /v1/import', { body }, PATIENT);
  if (!tried.ok) return tried;
  const { failures = [], skipped } = tried.value;
  const reason = failures[0]?.reason ?? (skipped > 0 ? FORGOTTEN : null);
  return ok(reason === null ? { kind: 'new' } : { kind: 'refused', reason });
};

/** The daemon's sentence for a text that was forgotten. An import only counts such a text. */
const FORGOTTEN = 'These words were forgotten on purpose, so an automatic source does not save them again.';
