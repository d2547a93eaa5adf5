/** Reads the newest sessions page by page, as many as requested. [PG-17] */
import {
  type CallInput,
  LIMITS,
  ok,
  type Result,
  type SessionInfo,
  type SessionsResult,
} from '@cairn/schema';
import type { Api, Failure } from '../adapters/api.ts';
import { useAsked, useCairn, useCoalesced, useLive } from '../app/cairn.ts';
import type { Shown } from '../app/loader.ts';

type Filter = NonNullable<CallInput<'GET /v1/sessions'>['query']>;
type Listed = Pick<SessionsResult, 'sessions' | 'total'>;

/** A session that changes during the reads may be missed. Its event then reloads the list. */
export const readSessions = async (
  api: Pick<Api, 'ask'>,
  filter: Filter,
  count: number,
  signal: AbortSignal,
): Promise<Result<Listed, Failure>> => {
  const sessions: SessionInfo[] = [];
  for (let before: string | null = null; ; ) {
    const limit = Math.min(LIMITS.sessionsLimitMax, count - sessions.length);
    const query: Filter = { ...filter, limit, before };
    const page: Result<SessionsResult, Failure> = await api.ask('GET /v1/sessions', { query }, { signal });
    if (!page.ok) return page;
    sessions.push(...page.value.sessions);
    before = page.value.next;
    if (before === null || sessions.length >= count) return ok({ sessions, total: page.value.total });
  }
};

const AGAIN_MS = 1_000;

/** The present list stays until the next one is loaded. */
export const useSessions = (filter: Filter, count: number): Shown<Listed> => {
  const { api } = useCairn();
  const key = JSON.stringify(filter);
  const read = (over: AbortSignal) => readSessions(api, filter, count, over);
  const { reload, ...shown } = useAsked({ key, read }, [], count);
  const again = useCoalesced(AGAIN_MS, reload);
  useLive((event) => {
    if (event.kind === 'session') again();
  });
  return shown;
};
