/**
 * Stores what a conversation taught and marks the conversation as read, in one transaction. An interrupted extraction
 * is repeated as a whole, and nothing is stored twice. [X-1, X-3, X-12, G-1, M-4, SY-M8]
 */
import { ok, type SaveInput } from '@cairn/schema';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { rememberIn } from '../engine/write/remember.ts';
import { commit, rewritesOf } from '../engine/write/write-memory.ts';
import { loadWriterFacts } from '../engine/write/writer-facts.ts';
import { contentHashOf, deriveKeyedId } from '../memory/content-hash.ts';
import { isStyleName } from '../memory/count.ts';
import { type MemoryDraft, parseDraft } from '../memory/draft.ts';
import { STATE } from '../memory/memory-state.ts';
import { learnedAt } from '../memory/to-memory.ts';
import type { MemoryRow, SessionRow, StoreTransaction } from '../ports/store.ts';
import { findSession } from '../session/read-sessions.engine.ts';
import type { DirectiveInput, ExtractedInput, ExtractedResult } from './calls.engine.ts';
import type { Finding } from './check-items.ts';
import { isOtherValue, ownKeys } from './own-key.ts';
import { DIRECTIVE_KEY, PERSONALITY } from './personality.ts';

export const keepExtracted = (deps: WriteDeps, input: ExtractedInput): Answer<ExtractedResult> =>
  deps.store.write(async (tx) => {
    const found = await findSession(tx, input.session);
    if (!found.ok) return found;
    const row = found.value;
    if (wasReadMeanwhile(row, input.read)) return ok({ applied: false, written: [], held: 0, refused: 0 });
    const written: string[] = [];
    let held = 0;
    let refused = 0;
    for (const finding of input.findings) {
      const kept = await keepFinding(tx, deps, row, finding);
      if (!kept.ok) refused++;
      else if (kept.value === 'held') held++;
      else if (kept.value !== null) written.push(kept.value);
    }
    if (input.read !== null)
      await tx.apply({ sessions: [markedAsRead(row, input.read, deps.clock.nowMs())] });
    return ok({ applied: true, written, held, refused });
  });

const wasReadMeanwhile = (row: SessionRow, read: ExtractedInput['read']): boolean => {
  if (read === null) return false;
  return read === 'over' ? row.reviewedAt !== null : row.extractedUpto !== read.after;
};

/** Moves the mark forward, never back. */
const markedAsRead = (
  row: SessionRow,
  read: NonNullable<ExtractedInput['read']>,
  nowMs: number,
): SessionRow =>
  read === 'over'
    ? { ...row, reviewedAt: nowMs }
    : {
        ...row,
        extractedUpto: Math.max(row.extractedUpto, Math.min(row.lastSequence, read.upto)),
        extractedAt: nowMs,
      };

/** Returns the id of the stored memory, or `held`. Null when it was known already. */
const keepFinding = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  session: SessionRow,
  finding: Finding,
): Answer<string | null> => {
  const parsed = parseDraft(inputOf(session, finding));
  if (!parsed.ok) return parsed;
  const trusted: MemoryDraft =
    finding.trust === 'low' && parsed.value.trust === 'normal'
      ? { ...parsed.value, trust: 'low' }
      : parsed.value;
  const draft = await withFreeKey(tx, { ...trusted, saidAt: session.updatedAt }, deps.clock.nowMs());
  if (draft === null) return ok(null);
  if (draft.trust === 'low' && (await isKeyTrusted(tx, draft))) return ok(null);
  const old = draft.trust === 'normal' ? await statedRow(tx, session, finding) : null;
  const kept = await rememberIn(tx, deps, draft, old);
  if (!kept.ok) return kept;
  if (kept.value.status === 'duplicate') return ok(null);
  return ok(draft.trust === 'held' ? 'held' : kept.value.id);
};

/** Returns a statement of the session that was stored without the model, and that the finding says in other words. */
const statedRow = async (
  tx: StoreTransaction,
  { name }: SessionRow,
  { content, states = [] }: Finding,
): Promise<MemoryRow | null> => {
  const hashes = states.filter((text) => text !== content).map(contentHashOf);
  const rows = hashes.length === 0 ? [] : await tx.memoriesByHash(hashes);
  return (
    rows.find(
      ({ state, source, key, session }) =>
        state === STATE.current && source === 'auto' && key === null && session === name,
    ) ?? null
  );
};

const inputOf = ({ name, agent, project }: SessionRow, finding: Finding): SaveInput => ({
  content: finding.content,
  ...(finding.tags.length === 0 ? {} : { tags: [...finding.tags] }),
  ...(finding.namespace === null ? {} : { namespace: finding.namespace }),
  ...(finding.key === null ? {} : { key: finding.key }),
  project: finding.ofProject ? project : null,
  source: 'auto',
  session: name,
  agent,
});

/**
 * Returns when the value was said, at the latest. A value that was learned from an imported session is as old as the
 * session. Of the first value of a key, its creation says so. Another session may have the session's name by now.
 */
const saidAtOf = async (tx: StoreTransaction, row: MemoryRow): Promise<number> => {
  const { id, source, session, createdAt, updatedAt } = row;
  if (source !== 'auto') return learnedAt(row);
  if (rewritesOf(await tx.registersOf([id])) === 0) return Math.min(createdAt, updatedAt);
  if (session === null) return updatedAt;
  const learnedFrom = await tx.sessionNamed(session);
  return Math.min(updatedAt, learnedFrom?.updatedAt ?? updatedAt);
};

/** Clocks of devices differ, and a pin counts as a change. So only what was said a day ago or before can be overtaken. */
const OLD_MS = 86_400_000;

/** Whether the key has a value that was said after the draft, in another session. */
const isOvertaken = async (
  tx: StoreTransaction,
  { saidAt, session }: SaidDraft,
  present: MemoryRow,
  nowMs: number,
): Promise<boolean> =>
  nowMs - saidAt > OLD_MS && present.session !== session && saidAt < (await saidAtOf(tx, present));

interface SaidDraft extends MemoryDraft {
  readonly saidAt: number;
}

/**
 * returns the draft, with another key where its key holds another fact. Null: its words are stored already, its
 * key has a newer value, or no key is free.
 */
const withFreeKey = async (
  tx: StoreTransaction,
  draft: SaidDraft,
  nowMs: number,
): Promise<SaidDraft | null> => {
  const { key, namespace, content } = draft;
  // A style is counted under its own key. Its words cannot show whether it is another fact.
  if (key === null || namespace == null || isStyleName(namespace, key)) return draft;
  if (await isHereAlready(tx, draft)) return null;
  const keyed = { namespace, key, content };
  const present = await presentAt(tx, draft, key);
  if (present === null) return draft;
  if (isOtherValue(present.content, keyed))
    return (await isOvertaken(tx, draft, present, nowMs)) ? null : draft;
  for (const other of ownKeys(keyed))
    if ((await presentAt(tx, draft, other)) === null) return { ...draft, key: other };
  return null;
};

const presentAt = async (
  tx: StoreTransaction,
  { namespace, project }: MemoryDraft,
  key: string,
): Promise<MemoryRow | null> => {
  const rows = await tx.memoriesByKey(key, namespace ?? null);
  return rows.find((row) => row.state === STATE.current && row.project === (project ?? null)) ?? null;
};

const isHereAlready = async (
  tx: StoreTransaction,
  { content, namespace, project }: MemoryDraft,
): Promise<boolean> => {
  const rows = await tx.memoriesByHash([contentHashOf(content)]);
  return rows.some(
    (row) => row.state === STATE.current && row.namespace === namespace && row.project === (project ?? null),
  );
};

/** Whether a memory of normal or high trust has this key. A finding of low trust may not replace it. */
const isKeyTrusted = async (
  tx: StoreTransaction,
  { key, namespace, project }: MemoryDraft,
): Promise<boolean> => {
  if (key === null) return false;
  const rows = await tx.memoriesByKey(key, namespace ?? null);
  return rows.some(
    (row) => row.project === (project ?? null) && (row.trust === 'normal' || row.trust === 'high'),
  );
};

/**
 * Replaces or removes the personality directive, which is one memory made of others. Returns its id when it
 * changed. A directive that a person or agent wrote is left as it is.
 */
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
      // Without a hash, because no person forgot these words, so they may be stored again.
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
