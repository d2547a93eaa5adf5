// Loaded before the programs under attack (`NODE_OPTIONS=--import`). When the file of `CAIRN_TEST_CLOCK` says so, their time jumps, and
// timers that are due by then fire, as on a machine that slept. It changes nothing else.

import { readFileSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** A jump: from `atMs` of the machine's clock on, this much is added to the time. */
export interface Jump {
  readonly atMs: number;
  readonly aheadMs: number;
}

export const readJump = (text: string): Jump | null => {
  const { atMs, aheadMs } = Object(JSON.parse(text === '' ? '{}' : text));
  return typeof atMs === 'number' && typeof aheadMs === 'number' ? { atMs, aheadMs } : null;
};

/** Shorter timers are turns of a program, not waits for a time. */
const LONG_MS = 400;

const install = (path: string): void => {
  const plainNow = Date.now;
  const plainSet = globalThis.setTimeout;
  const plainClear = globalThis.clearTimeout;
  const PlainDate = Date;
  let aheadMs = 0;
  const now = (): number => plainNow() + aheadMs;

  interface Waiting {
    readonly dueMs: number;
    readonly run: () => void;
    current: NodeJS.Timeout;
  }
  const waiting = new Map<unknown, Waiting>();

  const setLater = (call: (...given: readonly unknown[]) => void, ms = 0, ...given: readonly unknown[]) => {
    if (ms < LONG_MS) return plainSet(call, ms, ...given);
    const run = (): void => {
      waiting.delete(first);
      call(...given);
    };
    const first = plainSet(run, ms);
    waiting.set(first, { dueMs: now() + ms, run, current: first });
    return first;
  };
  const clear = (timer: NodeJS.Timeout | undefined): void => {
    plainClear(waiting.get(timer)?.current ?? timer);
    waiting.delete(timer);
  };

  const look = (): void => {
    const jump = readJump(readFileSync(path, 'utf8'));
    if (jump === null || jump.aheadMs === aheadMs) return;
    if (plainNow() < jump.atMs) {
      plainSet(look, jump.atMs - plainNow()).unref();
      return;
    }
    aheadMs = jump.aheadMs;
    for (const one of waiting.values()) {
      plainClear(one.current);
      const isKept = one.current.hasRef();
      one.current = plainSet(one.run, Math.max(0, one.dueMs - now()));
      if (!isKept) one.current.unref();
    }
  };

  globalThis.Date = new Proxy(PlainDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  Object.assign(globalThis, { setTimeout: setLater, clearTimeout: clear });
  look();
  // Watches the file instead of polling it: each program has three threads, and a look takes a tenth of a millisecond.
  watch(dirname(path), { persistent: false }, look);
};

const path = process.env.CAIRN_TEST_CLOCK;
if (path !== undefined) install(path);
