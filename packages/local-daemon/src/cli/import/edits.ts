/** A note of ours whose text was changed by hand takes the place of the memory it was. [IM-7] */
import { ok, type Result } from '@cairn/schema';
import type { Failure } from '../failure.ts';
import type { Found } from '../formats/found.ts';
import type { Io } from '../io.ts';

export type EditDone =
  | { readonly kind: 'new' | 'duplicate' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The memory is not here, so the note is one of its own. */
  | Extract<Found, { kind: 'record' }>;

export interface Edits {
  take(found: Extract<Found, { kind: 'edited' }>): Promise<Result<EditDone, Failure>>;
}

export const createEdits = ({
  ask,
  dryRun,
}: {
  readonly ask: Io['ask'];
  readonly dryRun: boolean;
}): Edits => ({
  take: async ({ place, id, record }) => {
    const content = String(record.content);
    const present = await ask('GET /v1/memories/:id', { at: { id } });
    if (!present.ok && present.error.kind === 'not_found') return ok({ kind: 'record', place, record });
    if (!present.ok) return present;
    // An old id leads to what is current.
    if (present.value.memory.content.trim() === content) return ok({ kind: 'duplicate' });
    if (dryRun) return ok({ kind: 'new' });
    const made = await ask('POST /v1/memories/:id/supersede', {
      at: { id },
      body: { content, source: 'import' },
    });
    if (made.ok) return ok({ kind: 'new' });
    const isRefused = made.error.kind === 'invalid_input' || made.error.kind === 'refused';
    return isRefused ? ok({ kind: 'refused', reason: made.error.message }) : made;
  },
});
