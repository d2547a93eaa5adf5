/** The personality directive: one memory that is made of others, so it is replaced or taken out, never gathered. */
import { ok } from '@cairn/schema';
import type { Answer } from '../engine/api.ts';
import { rememberIn } from '../engine/write/remember.ts';
import { commit } from '../engine/write/write-memory.ts';
import { loadWriterFacts, type WriteDeps } from '../engine/write/writer-facts.ts';
import { deriveKeyedId } from '../memory/content-hash.ts';
import { parseDraft } from '../memory/draft.ts';
import type { DirectiveInput } from './calls.engine.ts';
import { DIRECTIVE_KEY, PERSONALITY } from './personality.ts';

/** Its id when it changed. One that a person or agent wrote is left as it is. */
export const keepDirective = (
  deps: WriteDeps,
  input: DirectiveInput,
): Answer<{ readonly id: string | null }> =>
  deps.store.write(async (tx) => {
    const facts = await loadWriterFacts(tx, deps);
    const name = { namespace: PERSONALITY, key: DIRECTIVE_KEY };
    const id = deriveKeyedId(facts.salt, { ...name, project: null });
    const present = await tx.memory(id);
    if (present !== null && present.source !== 'auto') return ok({ id: null });
    if (input === null) {
      if (present === null) return ok({ id: null });
      // Without a hash: its words were not forgotten by anybody, and may come back.
      await commit({ tx, deps, facts }, [{ entity: id, facet: { facet: 'gone', value: { hash: null } } }]);
      return ok({ id });
    }
    const draft = parseDraft({
      content: input.text,
      tags: [...input.tags],
      ...name,
      project: null,
      source: 'auto',
    });
    if (!draft.ok) return draft;
    const kept = await rememberIn(tx, deps, draft.value, null);
    if (!kept.ok) return kept;
    return ok({ id: kept.value.status === 'duplicate' ? null : kept.value.id });
  });
