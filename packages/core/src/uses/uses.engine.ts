/** Counts how often each agent was given a memory on this device, and whether an answer used it. [M-14] */
import { type EntityId, type MemoryUse, USE_LIMITS } from '@cairn/schema';
import type { StoreDeps, WriteDeps } from '../engine/deps.ts';
import { isoTime } from '../memory/to-memory.ts';
import { sessionSourceId } from '../passages/source-id.ts';
import type { ReadStore, SessionReads, UseRow } from '../ports/store.ts';
import { parseSessionKey } from '../session/session-key.ts';
import { type Exchange, exchangeOf, isUsed } from './used-words.ts';

type Writer = Pick<WriteDeps, 'store' | 'clock'>;

/** CX-1: records the memories that a session was given. `again`: the session lost the earlier ones, so they are cleared. */
export const noteInjected = (
  { store, clock }: Writer,
  session: string,
  ids: readonly string[],
  again: boolean,
): Promise<void> =>
  store.write(async (tx) => {
    if (again) await tx.clearInjected(session);
    if (ids.length === 0) return;
    await tx.noteInjected(session, ids, clock.nowMs());
    await tx.countGiven(await agentOf(tx, session), ids, clock.nowMs());
  });

/** Returns the agent from the session's row, else from its name, which hooks begin with the agent; else an empty text. */
const agentOf = async (reads: Pick<SessionReads, 'session'>, session: string): Promise<string> => {
  const row = await reads.session(sessionSourceId(session));
  if (row?.agent != null) return row.agent;
  const named = parseSessionKey(session).agent;
  return named ?? /^([^:\s]+):/.exec(session)?.[1] ?? '';
};

/** Counts memories that were given to an agent without a session, for example over MCP. */
export const noteGivenTo = (
  { store, clock }: Writer,
  agent: string | null,
  ids: readonly string[],
): Promise<void> => store.write((tx) => tx.countGiven(agent ?? '', ids, clock.nowMs()));

export interface Used {
  /** The session's name, under which its memories were noted. */
  readonly session: string;
  readonly ids: readonly EntityId[];
}

/** Returns the given memories that later answers of the session used. `id`: the session's id. */
export const usedIn = async ({ store }: StoreDeps, id: string): Promise<Used> => {
  const row = await store.session(id);
  const session = row?.name ?? id;
  const given = row === null ? [] : await store.unusedIn(session);
  if (row === null || given.length === 0) return { session, ids: [] };
  const exchanges = await exchangesOf(store, id, row.lastSequence);
  if (exchanges.length === 0) return { session, ids: [] };
  const givenAt = new Map(given.map((one) => [one.id, one.at]));
  const memories = await store.memoriesByIds([...givenAt.keys()]);
  const used = memories.filter(({ id: one, content }) =>
    exchanges.some((exchange) => exchange.at > (givenAt.get(one) ?? 0) && isUsed(content, exchange)),
  );
  return { session, ids: used.map((memory) => memory.id) };
};

const exchangesOf = async (
  store: Pick<ReadStore, 'messages'>,
  session: string,
  upto: number,
): Promise<readonly Exchange[]> => {
  const limit = USE_LIMITS.messagesMax;
  const exchanges: Exchange[] = [];
  let asked = '';
  for (const { role, content, at } of await store.messages({ session, after: -1, upto, limit })) {
    if (role === 'user') asked = content;
    else if (role === 'assistant') exchanges.push(exchangeOf(asked, content, at));
  }
  return exchanges;
};

export const noteUsed = ({ store, clock }: Writer, { session, ids }: Used): Promise<void> =>
  store.write(async (tx) => tx.countUsed(session, await agentOf(tx, session), ids, clock.nowMs()));

/** Returns the uses of a memory, the agent with the most first. */
export const usesOf = async ({ store }: StoreDeps, id: EntityId): Promise<MemoryUse[]> =>
  (await store.usesOf([id])).map(toUse);

const toUse = ({ agent, given, lastAt, used, usedAt }: UseRow): MemoryUse => ({
  agent: agent === '' ? null : agent,
  given,
  lastGivenAt: isoTime(lastAt),
  used,
  lastUsedAt: usedAt === null ? null : isoTime(usedAt),
});
