/** Lies about what the server holds, told when a device compares itself with the server or requests items by name. */
import {
  type DigestResponse,
  type DigestRowsResponse,
  hlcMs,
  hlcNode,
  hlcOf,
  ok,
  type PullResponse,
  type RegistersResponse,
} from '@cairn/schema';
import {
  type Answer,
  anyFutureMs,
  anyPastMs,
  anyRefusal,
  hexOf,
  type Lie,
  refusal,
  type Telling,
} from './lie.ts';
import { PAGE_LIES } from './pages.ts';

type DigestLie = (digest: DigestResponse, tell: Telling) => Answer<DigestResponse>;
type RowsLie = (rows: DigestRowsResponse, tell: Telling) => Answer<DigestRowsResponse>;
type RegistersLie = (given: RegistersResponse, tell: Telling) => Answer<RegistersResponse>;
type LiesOf<T> = Readonly<Partial<Record<Lie, T>>>;

const HALF = 0.5;

export const DIGEST_LIES: LiesOf<DigestLie> = {
  sweep: (digest) => ok({ ...digest, ranges: [{ from: '', count: 0, digest: '0'.repeat(32) }] }),
  numbers: (digest, { random }) =>
    ok({ ...digest, ranges: digest.ranges.map((range) => ({ ...range, digest: hexOf(random, 16) })) }),
  future: (digest, tell) => ok({ ...digest, serverTime: anyFutureMs(tell) }),
  past: (digest, tell) => ok({ ...digest, serverTime: anyPastMs(tell) }),
  garbage: () => refusal('bad_answer'),
  refuse: (_, tell) => anyRefusal(tell),
};

export const ROW_LIES: LiesOf<RowsLie> = {
  withhold: (answer, { random }) => ok({ ...answer, rows: answer.rows.filter(() => random.chance(HALF)) }),
  cut: (answer, { random }) =>
    ok({ ...answer, rows: answer.rows.slice(0, random.below(answer.rows.length + 1)), more: false }),
  sweep: (answer) => ok({ ...answer, rows: [], more: false }),
  endless: (answer, { random }) =>
    ok({ ...answer, rows: random.chance(HALF) ? [] : answer.rows, more: true }),
  're-date': (answer, { random }) =>
    ok({
      ...answer,
      rows: answer.rows.map((row) => ({
        ...row,
        hlc: hlcOf(Math.max(1, hlcMs(row.hlc) + random.pick([-60_000, 0, 60_000])), 0, hlcNode(row.hlc)),
      })),
    }),
  refuse: (_, tell) => anyRefusal(tell),
};

/** Applies a lie about pages to items that were requested by name. */
const asInPage =
  (lie: Lie): RegistersLie =>
  (given, tell) => {
    const page: PullResponse = {
      items: given.items,
      cursor: '',
      hasMore: false,
      expected: null,
      high: 0,
      tombFloor: 0,
      anchor: `${given.head}.${'0'.repeat(32)}`,
      head: given.head,
      epoch: given.epoch,
      serverTime: given.serverTime,
    };
    const told = PAGE_LIES[lie]?.(page, tell) ?? ok(page);
    return told.ok ? ok({ ...given, items: told.value.items, serverTime: told.value.serverTime }) : told;
  };

export const REGISTER_LIES: LiesOf<RegistersLie> = {
  withhold: asInPage('withhold'),
  reorder: asInPage('reorder'),
  duplicate: asInPage('duplicate'),
  're-date': asInPage('re-date'),
  cross: asInPage('cross'),
  garbage: asInPage('garbage'),
  future: asInPage('future'),
  refuse: asInPage('refuse'),
  /** Returns other items than those requested, and always announces more. */
  endless: (given, { heard, random }) =>
    ok({
      ...given,
      items: heard.pages.length === 0 ? given.items : random.pick(heard.pages).items,
      more: true,
    }),
};
