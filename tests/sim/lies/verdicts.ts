/** Lies in the answer to a push. */
import {
  hlcNode,
  hlcOf,
  ok,
  type PushResponse,
  type Verdict,
  type VerdictItem,
  type WireItem,
} from '@cairn/schema';
import {
  type Answer,
  anyFutureMs,
  anyPastMs,
  anyRefusal,
  hexOf,
  type Lie,
  type PushLie,
  refusal,
  shuffled,
  type Telling,
} from './lie.ts';

const HALF = 0.5;
const FAR = 1_000_000_000;

/** Returns a made-up answer. The true server does not receive the push. */
const madeUp = (
  items: readonly WireItem[],
  tell: Telling,
  verdictOf: (item: WireItem, at: number) => Pick<VerdictItem, 'verdict' | 'seq' | 'hlc'>,
): Answer<PushResponse> => {
  const known = tell.heard.settled.at(-1);
  const head = (known?.head ?? 0) + items.length;
  const anchor =
    known !== undefined && tell.random.chance(HALF) ? known.anchor : `${head}.${hexOf(tell.random, 16)}`;
  return ok({
    verdicts: items.map((item, at) => ({ entity: item.entity, facet: item.facet, ...verdictOf(item, at) })),
    head,
    anchor,
    serverTime: tell.nowMs,
  });
};

const changing =
  (change: (answer: PushResponse, tell: Telling) => PushResponse): PushLie =>
  async (_, pass, tell) => {
    const answer = await pass();
    return answer.ok ? ok(change(answer.value, tell)) : answer;
  };

const throwAway: PushLie = async (items, _, tell) => {
  const verdict = tell.random.pick<Verdict>(['ok', 'ok', 'ok', 'stale']);
  const head = tell.heard.settled.at(-1)?.head ?? 0;
  return madeUp(items, tell, ({ hlc }, at) => ({ verdict, seq: head + at + 1, hlc }));
};

const gone: PushLie = async (items, pass, tell) => {
  const { random } = tell;
  const verdictOf = ({ hlc }: WireItem) => ({
    verdict: 'gone' as const,
    seq: random.pick([null, 1, FAR]),
    hlc: random.pick([
      hlc,
      hlcOf(0xffff_ffff_ffff, 0xffff, 'f'.repeat(16)),
      hlcOf(anyFutureMs(tell), 0, hlcNode(hlc)),
    ]),
  });
  if (random.chance(HALF)) return madeUp(items, tell, verdictOf);
  const answer = await pass();
  if (!answer.ok) return answer;
  const verdicts = items.map((item) => ({ entity: item.entity, facet: item.facet, ...verdictOf(item) }));
  return ok({ ...answer.value, verdicts });
};

/** Refuses all items as stamped ahead, or reports a server time that is ahead. */
const future: PushLie = async (items, pass, tell) => {
  if (tell.random.chance(HALF))
    return madeUp(items, tell, () => ({ verdict: 'clock_ahead', seq: null, hlc: null }));
  const answer = await pass();
  return answer.ok ? ok({ ...answer.value, serverTime: anyFutureMs(tell) }) : answer;
};

const refuse: PushLie = async (items, _, tell) => {
  if (tell.random.chance(HALF)) return anyRefusal(tell);
  const verdict = tell.random.pick<Verdict>(['old_key', 'malformed', 'too_big', 'clock_ahead']);
  return madeUp(items, tell, () => ({ verdict, seq: null, hlc: null }));
};

const replay: PushLie = async (_, pass, { random, heard }) => {
  const answer = await pass();
  return random.chance(HALF) && heard.settled.length > 0 ? ok(random.pick(heard.settled)) : answer;
};

export const PUSH_LIES: Readonly<Partial<Record<Lie, PushLie>>> = {
  withhold: async (_, pass, { random }) => {
    if (random.chance(HALF)) await pass();
    return refusal('unreachable');
  },
  replay,
  reorder: changing((answer, { random }) => ({ ...answer, verdicts: shuffled(answer.verdicts, random) })),
  duplicate: changing((answer) => ({ ...answer, verdicts: [...answer.verdicts, ...answer.verdicts] })),
  cut: changing((answer, { random }) => ({
    ...answer,
    verdicts: answer.verdicts.filter(() => random.chance(HALF)),
  })),
  cross: changing((answer, { random }) => {
    const names = shuffled(answer.verdicts, random);
    return {
      ...answer,
      verdicts: answer.verdicts.map((verdict, at) => ({
        ...verdict,
        entity: names[at]?.entity ?? verdict.entity,
      })),
    };
  }),
  gone,
  sweep: async (_, pass, { random }) => (random.chance(HALF) ? refusal('resync_required') : pass()),
  future,
  past: changing((answer, tell) => ({ ...answer, serverTime: anyPastMs(tell) })),
  garbage: async (_, pass, { random }) => {
    if (random.chance(HALF)) await pass();
    return refusal('bad_answer');
  },
  'throw away': throwAway,
  refuse,
  numbers: changing((answer, { random }) => ({
    ...answer,
    ...random.pick([{ head: FAR }, { head: 0 }, { anchor: `${answer.head}.${hexOf(random, 16)}` }]),
  })),
};
