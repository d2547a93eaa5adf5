/** Sessions for another device, as registers that only that device can open. [SE-6, SE-7] */
import {
  type EntityId,
  HANDOVER_LIMITS,
  type HandoverValue,
  LIMITS,
  ok,
  refuse,
  type SessionStateResult,
} from '@cairn/schema';
import type { TakenSession, WaitingHandover } from '../engine/api.ts';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { commit } from '../engine/write/write-memory.ts';
import { loadWriterFacts } from '../engine/write/writer-facts.ts';
import { cleanText } from '../memory/clean-text.ts';
import { withoutSecrets } from '../memory/guard.ts';
import type { FacetDraft } from '../memory/stamp.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { appendMessages } from '../session/append-messages.engine.ts';
import { toSessionInfo } from '../session/session-row.ts';

/** Most handovers that are read, because a member may send thousands and a session's start waits for this. */
const READ_MAX = 200;
/** The age at which any device ends a handover. Its sender and receiver have left the vault, or their clocks are wrong. */
const OTHERS_MS_MAX = 30 * 86_400_000;

/**
 * Returns the handovers from this device and for it, newest first. Ends, on all devices, handovers that were not taken
 * in time.
 */
export const handovers = (deps: WriteDeps): Promise<readonly WaitingHandover[]> =>
  deps.store.write(async (tx) => {
    const all = await readAll(tx);
    if (all.length === 0) return all;
    const facts = await loadWriterFacts(tx, deps);
    const isOwn = ({ from, to }: WaitingHandover) => from === facts.device.id || to === facts.device.id;
    const expired = all.filter(
      (one) => facts.stampMs - one.at > (isOwn(one) ? HANDOVER_LIMITS.msMax : OTHERS_MS_MAX),
    );
    if (expired.length > 0) await commit({ tx, deps, facts }, expired.map(endOf));
    return all.filter((one) => isOwn(one) && !expired.includes(one)).toSorted((a, b) => b.at - a.at);
  });

export const addHandover = (deps: WriteDeps, id: EntityId, value: HandoverValue): Answer<null> =>
  deps.store.write(async (tx) => {
    const waiting = (await readAll(tx)).filter(({ from, to }) => from === value.from && to === value.to);
    if (waiting.length >= HANDOVER_LIMITS.waitingMax)
      return refuse(
        'refused',
        `${HANDOVER_LIMITS.waitingMax} sessions from this device already wait for that device. Take one back with \`cairn session refuse ID\`.`,
      );
    const facts = await loadWriterFacts(tx, deps);
    await commit({ tx, deps, facts }, [{ entity: id, facet: { facet: 'handover', value } }]);
    return ok(null);
  });

export const endHandover = (deps: WriteDeps, id: EntityId): Answer<null> =>
  deps.store.write(async (tx) => {
    await commit({ tx, deps, facts: await loadWriterFacts(tx, deps) }, [endOf({ id })]);
    return ok(null);
  });

/** Marks a handover as shown to an agent, so it is shown once. Deletes the marks of ended handovers. */
export const noteHandoverTold = ({ store }: WriteDeps, id: EntityId): Promise<void> =>
  store.write(async (tx) => {
    const told = (await tx.meta('handoversTold')) ?? [];
    const present = await tx.registersOf(told);
    const waiting = present.flatMap(({ entity, facet }) => (facet === 'handover' ? [entity] : []));
    await tx.apply({ meta: { handoversTold: [...waiting, id] } });
  });

/**
 * Makes a session of this device and ends the handover, in one transaction, so it is taken once. Marks the session as
 * read, so nothing is extracted from it.
 */
export const takeHandover = (
  deps: WriteDeps,
  { id, name, session }: TakenSession,
): Answer<SessionStateResult> =>
  deps.store.write(async (tx) => {
    if (!(await tx.registersOf([id])).some(({ facet }) => facet === 'handover'))
      return refuse(
        'not_found',
        'This session no longer waits here: it was taken or dropped, or it expired. `cairn session list` shows those that wait.',
      );
    const { project, agent, messages, files } = session;
    // `appendMessages` opens a transaction. With these dependencies it writes in the present one.
    const depsOfThis: WriteDeps = { ...deps, store: { ...deps.store, write: (work) => work(tx) } };
    const conversation = messages.filter(({ role, content }) => role !== 'system' && content.trim() !== '');
    const appended = await appendMessages(depsOfThis, {
      ...{ session: { name }, project, agent },
      messages: conversation,
    });
    if (!appended.ok) return appended;
    const row = await tx.session(appended.value.session);
    if (row === null) throw new Error('a session was written and is not there');
    const nowMs = deps.clock.nowMs();
    const taken = {
      ...row,
      activeTask: wordsOf(session.task, LIMITS.activeTaskCharsMax) ?? row.activeTask,
      taskFrom: null,
      earlier: wordsOf(session.summary, LIMITS.rollingSummaryCharsMax),
      extractedUpto: row.lastSequence,
      extractedAt: nowMs,
      reviewedAt: nowMs,
    };
    const sessionFiles = files
      .slice(0, LIMITS.sessionFilesGiven)
      .flatMap((path) => wordsOf(path, LIMITS.documentPathCharsMax) ?? [])
      .map((path, nth) => ({ session: row.id, path, at: nowMs - nth }));
    await tx.apply({ sessions: [taken], sessionFiles });
    await commit({ tx, deps, facts: await loadWriterFacts(tx, deps) }, [endOf({ id })]);
    return ok({ session: toSessionInfo(taken) });
  });

/** Returns the text without secrets and invisible characters, cut to `charsMax`. Null when nothing remains. */
const wordsOf = (text: string | null, charsMax: number): string | null => {
  const clean = cleanText((text ?? '').slice(0, 2 * charsMax));
  const kept = clean.ok ? [...withoutSecrets(clean.value)].slice(0, charsMax).join('') : '';
  return kept === '' ? null : kept;
};

const endOf = ({ id }: Pick<WaitingHandover, 'id'>): FacetDraft => ({
  entity: id,
  facet: { facet: 'gone', value: { hash: null } },
});

/** Returns the handovers of this device first. */
const readAll = async (tx: StoreTransaction): Promise<readonly WaitingHandover[]> => {
  const device = await tx.meta('device');
  if (device === null) return [];
  const told = new Set((await tx.meta('handoversTold')) ?? []);
  return (await tx.handovers(device.id, READ_MAX)).flatMap(({ entity, facet, value, seq }) =>
    facet === 'handover' ? [{ ...value, id: entity, isSent: seq !== null, isTold: told.has(entity) }] : [],
  );
};
