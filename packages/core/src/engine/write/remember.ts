/** Saves and supersedes memories. [M-1 to M-4, M-7, M-9, M-10, G-1, SY-M8] */
import {
  type CairnError,
  cairnError,
  err,
  LIMITS,
  ok,
  type SaveInput,
  type SaveResult,
  type SupersedeInput,
  type SupersedeResult,
} from '@cairn/schema';
import { contentHashOf, goneHashOf } from '../../memory/content-hash.ts';
import { type MemoryDraft, parseDraft } from '../../memory/draft.ts';
import type { MemoryRow, StoreTransaction } from '../../ports/store.ts';
import type { Answer, WriteDeps } from '../deps.ts';
import { findHead } from '../read/history.ts';
import { rewriteKeyed, type Writer, type Written, writeFree, writeKeyed } from './write-memory.ts';
import { loadWriterFacts, type WriterFacts } from './writer-facts.ts';

/** Saves a memory. Leaves `similar` empty: a reader fills it, so the save does not wait for the search. */
export const remember = async (deps: WriteDeps, input: SaveInput): Answer<SaveResult> => {
  const { supersedes, cwd: _, ...fields } = input;
  const parsed = parseDraft(fields);
  if (!parsed.ok) return parsed;
  const draft = parsed.value;
  const written = await deps.store.write(async (tx) => {
    const old = supersedes === undefined ? ok(null) : await findHead(tx, supersedes);
    return old.ok ? rememberIn(tx, deps, draft, old.value) : old;
  });
  if (!written.ok) return written;
  const { id, status, warning } = written.value;
  return ok({ id, status, similar: [], ...warningsOf(draft, warning) });
};

/** Replaces a memory by new text, with the same tags, project and pin. */
export const supersede = async (
  deps: WriteDeps,
  id: string,
  input: SupersedeInput,
): Answer<SupersedeResult> => {
  const written = await deps.store.write(async (tx) => {
    const old = await findHead(tx, id);
    if (!old.ok) return old;
    // Parsed only now, because the value of a key may be longer than other text.
    const parsed = parseDraft(old.value.key === null ? input : { ...input, key: old.value.key });
    if (!parsed.ok) return parsed;
    const draft = { ...parsed.value, key: null, namespace: undefined };
    const result = await rememberIn(tx, deps, draft, old.value);
    return result.ok ? ok({ ...result.value, draft, head: old.value.id }) : result;
  });
  if (!written.ok) return written;
  const { id: newId, head, draft } = written.value;
  return ok({ id: newId, supersedes: head, ...warningsOf(draft) });
};

const warningsOf = (draft: MemoryDraft, more?: string): { readonly warnings?: string[] } => {
  const warnings = [...draft.warnings, ...(more === undefined ? [] : [more])];
  return warnings.length === 0 ? {} : { warnings };
};

/** Runs inside a caller's transaction. `old`: the memory that the draft replaces, or null. */
export const rememberIn = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  draft: MemoryDraft,
  old: MemoryRow | null,
): Answer<Written> => {
  const facts = await loadWriterFacts(tx, deps);
  const refusal = (await turnIsFull(tx, draft)) ?? (await wasForgotten(tx, facts, draft));
  if (refusal !== null) return err(refusal);
  const written = await route({ tx, deps, facts }, draft, old);
  if (written.ok && written.value.status !== 'duplicate' && countsInTurn(draft)) {
    await tx.countTurn(draft.turn, facts.nowMs);
  }
  return written;
};

const route = (writer: Writer, draft: MemoryDraft, old: MemoryRow | null): Answer<Written> => {
  if (draft.key !== null) return writeKeyed(writer, draft, draft.key, old);
  return old?.key != null ? rewriteKeyed(writer, old, draft) : writeFree(writer, draft, old);
};

/** M-7: whether the draft counts toward the turn's limit. A person's draft does not. */
const countsInTurn = (draft: MemoryDraft): draft is MemoryDraft & { readonly turn: string } =>
  draft.turn !== null && draft.source !== 'user';

const turnIsFull = async (tx: StoreTransaction, draft: MemoryDraft): Promise<CairnError | null> => {
  if (!countsInTurn(draft) || (await tx.savesInTurn(draft.turn)) < LIMITS.savesPerTurnMax) return null;
  return cairnError(
    'rate_limited',
    `${LIMITS.savesPerTurnMax} memories were saved in this turn already. Keep what matters most, and save the rest in a later turn.`,
  );
};

/** SY-M8: refuses a text that was forgotten. Only a person or an agent may save it again. */
const wasForgotten = async (
  tx: StoreTransaction,
  facts: WriterFacts,
  { source, content }: MemoryDraft,
): Promise<CairnError | null> => {
  if (source === 'user' || source === 'agent') return null;
  if (!(await tx.isForgotten(goneHashOf(facts.salt, contentHashOf(content))))) return null;
  return cairnError(
    'refused',
    'These words were forgotten on purpose, so an automatic source does not save them again.',
  );
};
