/** The newest sessions, as many as are wanted, in pages as the daemon gives them. [PG-17] */
import { LIMITS, ok, type Result, type SessionInfo, type SessionsResult } from '@cairn/schema';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Api, Failure } from '../adapters/api.ts';
import { useCairn, useLive } from '../app/cairn.ts';
import { createCoalesced } from '../app/coalesced.ts';

type Filter = Readonly<Record<string, string>>;
type Listed = Pick<SessionsResult, 'sessions' | 'total'>;

/** One that goes on while they are read moves up, and is told of by an event. */
export const readSessions = async (
  api: Pick<Api, 'ask'>,
  filter: Filter,
  count: number,
  signal: AbortSignal,
): Promise<Result<Listed, Failure>> => {
  const sessions: SessionInfo[] = [];
  for (let before: string | null = null; ; ) {
    const limit = String(Math.min(LIMITS.sessionsLimitMax, count - sessions.length));
    const query = new URLSearchParams({ ...filter, limit, ...(before === null ? {} : { before }) });
    const page: Result<SessionsResult, Failure> = await api.ask('GET', `/v1/sessions?${query}`, { signal });
    if (!page.ok) return page;
    sessions.push(...page.value.sessions);
    before = page.value.next;
    if (before === null || sessions.length >= count) return ok({ sessions, total: page.value.total });
  }
};

interface State {
  readonly filter: string;
  readonly result: Result<Listed, Failure>;
}

const AGAIN_MS = 1_000;

/** What is here stays while more is read, and while the same is read again. */
export const useSessions = (
  filter: Filter,
  count: number,
): { readonly value: Listed | null; readonly failure: Failure | null } => {
  const { api, browser } = useCairn();
  const [state, setState] = useState<State | null>(null);
  const [round, setRound] = useState(0);
  const again = useMemo(() => createCoalesced(browser, AGAIN_MS, () => setRound((n) => n + 1)), [browser]);
  useEffect(() => () => again.end(), [again]);
  const key = JSON.stringify(filter);
  useEffect(() => {
    const over = new AbortController();
    void readSessions(api, JSON.parse(key), count, over.signal).then((result) => {
      if (!over.signal.aborted)
        setState((before) => (result.ok || before?.filter !== key ? { filter: key, result } : before));
    });
    return () => over.abort();
  }, [api, key, count, round]);
  useLive((event) => {
    if (event.kind === 'session' || event.kind === 'resumed') again.ask();
  });
  const current = state?.filter === key ? state.result : null;
  return {
    value: current?.ok === true ? current.value : null,
    failure: current === null || current.ok ? null : current.error,
  };
};
