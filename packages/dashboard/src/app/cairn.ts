/** Everything that each part of the page may use. */
import {
  type AnswerOf,
  type CallInput,
  type PageRouteName,
  requestOf,
  type StatsResult,
} from '@cairn/schema';
import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Api } from '../adapters/api.ts';
import type { Browser } from '../adapters/browser.ts';
import type { Live, LiveEvent } from '../adapters/live.ts';
import type { Forms } from '../parts/forms.ts';
import type { Route } from '../pure/route.ts';
import { daysBefore } from '../pure/series.ts';
import type { KeptList } from '../timeline/kept-list.ts';
import { createCoalesced } from './coalesced.ts';
import type { Forgetting } from './forgetting.ts';
import { createLoader, type Read, type Shown, shownOf } from './loader.ts';

export interface Cairn {
  readonly api: Api;
  readonly browser: Browser;
  readonly live: Live;
  readonly route: ReadonlySignal<Route>;
  readonly forgetting: Forgetting;
  readonly timeline: KeptList;
  /** The number of items in review, such as `83` or `100+`. Empty if there are none, or they are not counted yet. */
  readonly toReview: Signal<string>;
  /** Note that sync needs attention; empty if it does not. */
  readonly syncNote: ReadonlySignal<string>;
  /** Projects, tags and devices to choose from. */
  readonly stats: Signal<StatsResult | null>;
  /** The last notice, also for screen readers. */
  readonly notice: Signal<string>;
  readonly say: (sentence: string) => void;
  /** The new memories that are being written. */
  readonly newMemories: Forms<null>;
}

const NOWHERE = createContext<Cairn | null>(null);
export const CairnProvider = NOWHERE.Provider;

export const useCairn = (): Cairn => {
  const cairn = useContext(NOWHERE);
  if (cairn === null) throw new Error('outside of the page');
  return cairn;
};

/** Returns a function that opens an address from this view. A late answer moves nobody who has gone elsewhere. [PG-25] */
export const useGoFromHere = (): Browser['go'] => {
  const { browser, route } = useCairn();
  const here = route.value;
  return (hash, replace) => {
    if (route.peek() === here) browser.go(hash, replace);
  };
};

/** Calls the listener for live events while the component is shown. */
export const useLive = (listener: (event: LiveEvent) => void): void => {
  const { live } = useCairn();
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => live.on((event) => latest.current(event)), [live]);
};

/** Returns a function that does the work at most once per `pauseMs`, while the component is shown. */
export const useCoalesced = (pauseMs: number, work: () => void): (() => void) => {
  const { browser } = useCairn();
  const latest = useRef(work);
  latest.current = work;
  const coalesced = useMemo(
    () => createCoalesced(browser, pauseMs, () => latest.current()),
    [browser, pauseMs],
  );
  useEffect(() => coalesced.end, [coalesced]);
  return coalesced.ask;
};

const DAY_LOOK_MS = 60_000;

/** Calls `work` after each end of a day in UTC. Looks every minute, because a long timer is late after a sleep of the machine. */
export const useNewDay = (work: () => void): void => {
  const { browser } = useCairn();
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    const look = (shown: string): (() => void) =>
      browser.after(DAY_LOOK_MS, () => {
        const day = daysBefore(browser.nowMs(), 0);
        cancel = look(day);
        if (day !== shown) latest.current();
      });
    let cancel = look(daysBefore(browser.nowMs(), 0));
    return () => cancel();
  }, [browser]);
};

export interface Loaded<T> extends Shown<T> {
  readonly reload: () => void;
}

/**
 * Returns the answer to a question, whose key differs from those of other questions. Null asks nothing. It is asked again for another key
 * or `also`, after `reload`, and after events of these kinds.
 */
export const useAsked = <T>(
  question: { readonly key: string; readonly read: Read<T> } | null,
  kinds: readonly LiveEvent['kind'][] = [],
  also = 0,
): Loaded<T> => {
  const loader = useMemo(() => createLoader<T>(), []);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  const key = question?.key ?? null;
  useEffect(() => {
    if (question === null) loader.end();
    else loader.ask(question.key, question.read);
  }, [loader, key, also, round]);
  useEffect(() => loader.end, [loader]);
  useLive((event) => {
    if (event.kind === 'resumed' || kinds.includes(event.kind)) reload();
  });
  return { ...shownOf(loader.answered.value, key), reload };
};

/** Returns the answer of a route that reads. A null input sends no request. */
export const useLoaded = <R extends Extract<PageRouteName, `GET ${string}`>>(
  route: R,
  input: CallInput<R> | null,
  kinds: readonly LiveEvent['kind'][] = [],
): Loaded<AnswerOf<R>> => {
  const { api } = useCairn();
  const asked = input && {
    key: requestOf(route, input).path,
    read: (signal: AbortSignal) => api.ask(route, input, { signal }),
  };
  return useAsked(asked, kinds);
};
