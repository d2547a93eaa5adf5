/** Everything that each part of the page may use. */
import {
  type AnswerOf,
  type CallInput,
  err,
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
import type { Route } from '../pure/route.ts';
import type { KeptList } from '../timeline/kept-list.ts';
import type { Forgetting } from './forgetting.ts';
import { createLoader, type Shown, shownOf } from './loader.ts';

export interface Cairn {
  readonly api: Api;
  readonly browser: Browser;
  readonly live: Live;
  readonly route: ReadonlySignal<Route>;
  readonly forgetting: Forgetting;
  readonly timeline: KeptList;
  /** How much waits in review, such as `83` or `100+`; empty: nothing, or not counted yet. */
  readonly toReview: Signal<string>;
  /** Whether sync needs a look; empty when not. */
  readonly syncNote: ReadonlySignal<string>;
  /** Projects, tags, devices: what can be chosen. */
  readonly stats: Signal<StatsResult | null>;
  /** The last notice, also for screen readers. */
  readonly notice: Signal<string>;
  readonly say: (sentence: string) => void;
  /** A new memory is being written. */
  readonly isWritingNew: Signal<boolean>;
}

const NOWHERE = createContext<Cairn | null>(null);
export const CairnProvider = NOWHERE.Provider;

export const useCairn = (): Cairn => {
  const cairn = useContext(NOWHERE);
  if (cairn === null) throw new Error('outside of the page');
  return cairn;
};

/** As long as the component is shown. */
export const useLive = (listener: (event: LiveEvent) => void): void => {
  const { live } = useCairn();
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => live.on((event) => latest.current(event)), [live]);
};

export interface Loaded<T> extends Shown<T> {
  readonly reload: () => void;
}

type ReadName = Extract<PageRouteName, `GET ${string}`>;

/**
 * The answer of a route; null asks nothing. It is read again when the input changes, after `reload`, and when the daemon came
 * back.
 */
export const useLoaded = <R extends ReadName>(route: R, input: CallInput<R> | null): Loaded<AnswerOf<R>> => {
  const { api } = useCairn();
  const latest = useRef(input);
  latest.current = input;
  const loader = useMemo(
    () =>
      createLoader<AnswerOf<R>>((_path, signal) =>
        latest.current === null
          ? Promise.resolve(err({ kind: 'aborted', message: '' }))
          : api.ask(route, latest.current, { signal }),
      ),
    [api, route],
  );
  const path = input === null ? null : requestOf(route, input).path;
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  useEffect(() => {
    if (path !== null) loader.ask(path);
    return loader.end;
  }, [loader, path, round]);
  useLive((event) => {
    if (event.kind === 'resumed') reload();
  });
  return { ...shownOf(loader.answered.value, path), reload };
};
