/** Lies in the answer to a pull. */
import { hlcMs, hlcNode, hlcOf, memoryId, ok, type PulledItem, type WireItem } from '@cairn/schema';
import {
  anyFutureMs,
  anyPastMs,
  anyRefusal,
  hexOf,
  type Lie,
  type PageLie,
  refusal,
  shuffled,
  type Telling,
} from './lie.ts';

const HALF = 0.5;
/** Above every sequence of a run. */
const FAR = 1_000_000_000;

const wireOf = ({ entity, facet, hlc, v, kg, payload }: PulledItem): WireItem => ({
  entity,
  facet,
  hlc,
  v,
  kg,
  payload,
});

/** Makes a lie that alters some of the items. */
const altering =
  (alter: (item: WireItem, tell: Telling, all: readonly PulledItem[]) => WireItem): PageLie =>
  (page, tell) =>
    ok({
      ...page,
      items: page.items.map((item) =>
        tell.random.chance(HALF) ? tell.invent(alter(wireOf(item), tell, page.items)) : item,
      ),
    });

const reDate = altering((item, { random }) => {
  const ms = Math.max(1, hlcMs(item.hlc) + random.pick([-86_400_000, -1, 1, 60_000]));
  return { ...item, hlc: hlcOf(ms, random.below(9), hlcNode(item.hlc)) };
});

/** Puts a payload under another name. */
const cross = altering((item, { random, nowMs }, all) => {
  const other = random.pick(all);
  if (other.entity === item.entity && other.facet === item.facet)
    return { ...item, entity: memoryId(nowMs, random.bytes(10)) };
  return { ...item, payload: other.payload, kg: other.kg };
});

const spoil = (item: WireItem, { random }: Telling): WireItem => {
  const payload = Buffer.from(random.bytes(random.below(90))).toString('base64url');
  return random.chance(0.8)
    ? { ...item, payload }
    : { ...item, payload, kg: random.below(9), v: 1 + random.below(3) };
};

/** Spoils items so that nobody can open them, and adds some that have the stamps of items that devices have sent and not seen again. */
const garbage: PageLie = (page, tell) => {
  const spoiled = altering(spoil)(page, tell);
  if (!spoiled.ok) return spoiled;
  const echoes = tell.heard.pushed.slice(-4).map((item) => tell.invent(spoil(item, tell)));
  return ok({ ...spoiled.value, items: [...spoiled.value.items, ...echoes] });
};

const future: PageLie = (page, tell) => {
  const { random, heard } = tell;
  const like = heard.pushed.at(-1);
  const ms = random.chance(HALF) ? anyFutureMs(tell) : 0xffff_ffff_ffff;
  const items =
    like === undefined || random.chance(HALF)
      ? page.items
      : [...page.items, tell.invent(spoil({ ...like, hlc: hlcOf(ms, 0, hlcNode(like.hlc)) }, tell))];
  return ok({ ...page, items, serverTime: random.chance(HALF) ? anyFutureMs(tell) : page.serverTime });
};

/** Tells the device to start over, or that there are no items and all of them were collected. */
const sweep: PageLie = (page, { random }) =>
  random.chance(0.3)
    ? refusal('resync_required')
    : ok({ ...page, items: [], hasMore: false, high: page.head, tombFloor: FAR });

const numbers: PageLie = (page, { random }) => {
  const anchor = `${page.head}.${hexOf(random, 16)}`;
  return ok({
    ...page,
    ...random.pick([
      { epoch: hexOf(random, 16) },
      { anchor },
      { head: FAR, high: FAR, anchor: `${FAR}.${hexOf(random, 16)}` },
      { high: FAR },
      { head: 0, high: 0 },
      { expected: FAR },
      { cursor: Buffer.from(random.bytes(20)).toString('base64url') },
    ]),
  });
};

/** Returns older items, at a position in the log that advances with each answer, and always announces more. [TR-53] */
const circles: PageLie = (page, { random, heard, nowMs }) => {
  const high = FAR + nowMs;
  return ok({ ...page, items: random.pick(heard.pages).items, head: high, high, hasMore: true });
};

export const PAGE_LIES: Readonly<Partial<Record<Lie, PageLie>>> = {
  withhold: (page, { random }) => ok({ ...page, items: page.items.filter(() => random.chance(HALF)) }),
  replay: (page, { random, heard }) =>
    ok(random.chance(HALF) && heard.pages.length > 0 ? random.pick(heard.pages) : page),
  reorder: (page, { random }) => ok({ ...page, items: shuffled(page.items, random) }),
  duplicate: (page, { random }) =>
    ok({ ...page, items: page.items.flatMap((item) => (random.chance(HALF) ? [item, item] : [item])) }),
  cut: (page, { random }) =>
    random.chance(0.3)
      ? refusal('bad_answer')
      : ok({ ...page, items: page.items.slice(0, random.below(page.items.length + 1)), hasMore: false }),
  're-date': reDate,
  cross,
  sweep,
  future,
  past: (page, tell) => ok({ ...page, serverTime: anyPastMs(tell) }),
  garbage,
  refuse: (_, tell) => anyRefusal(tell),
  endless: (page, { random }) => ok({ ...page, items: random.chance(HALF) ? [] : page.items, hasMore: true }),
  numbers,
  circles,
};
