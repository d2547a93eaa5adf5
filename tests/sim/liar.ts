/**
 * A server that lies for a while: it stands between every device and the true one, and says what it likes. It has all
 * ciphertext and no key but those that a thief gave it. Once it stops, it says nothing but the truth.
 */
import type { SyncTransport } from '@cairn/core';
import type { FakeTime, SeededRandom } from '@cairn/core/testing';
import {
  type KeyringResponse,
  ok,
  type PulledItem,
  type PullResponse,
  type PushResponse,
  type WireItem,
} from '@cairn/schema';
import { DIGEST_LIES, REGISTER_LIES, ROW_LIES } from './lies/digests.ts';
import { RING_LIES } from './lies/keyrings.ts';
import type { Answer, Heard, Lie, Telling } from './lies/lie.ts';
import { PAGE_LIES } from './lies/pages.ts';
import { PUSH_LIES } from './lies/verdicts.ts';
import type { SimServer } from './network.ts';

/** An item that somebody has sealed and the true server has never seen. */
export interface Planted {
  readonly item: WireItem;
  readonly untilMs: number;
  readonly shownTo: Set<string>;
}

export interface Liar {
  /** `whom`: one device, or all when null. */
  begin(lie: Lie, untilMs: number, whom: string | null): void;
  /** Devices that are shown another server instead of the true one. */
  beginShadow(shadow: SimServer, untilMs: number, whom: readonly string[]): void;
  /** Shown to every device once, among what is true. */
  plant(item: WireItem, untilMs: number): void;
  /** This device hears of no entry of the member list beyond these. */
  keepUnaware(device: string, entries: number, untilMs: number): void;
  /** From now on everything is true. */
  stop(): void;
  /** How often each lie was told. */
  readonly told: ReadonlyMap<Lie | 'planted', number>;
  /** Devices that were lied to: what they believe of the server may be wrong until it has been honest for a while. */
  readonly deceived: ReadonlySet<string>;
  /** It has what one holds that was lied to. */
  deceive(device: string): void;
  /** Whether it has shown this item, and the true server never did: made up, or sealed by somebody whom it helps. */
  isForeign(item: Pick<WireItem, 'entity' | 'facet' | 'hlc' | 'payload'>): boolean;
  /** Whether this is the sequence that an invented item was given. */
  isInventedSeq(seq: number): boolean;
  /** `to`: the way to a server for this device. */
  between(device: string, to: (server: SimServer) => SyncTransport, honest: SimServer): SyncTransport;
}

interface Active {
  readonly lie: Lie;
  readonly untilMs: number;
  readonly whom: string | null;
}

interface Shadow {
  readonly server: SimServer;
  readonly untilMs: number;
  readonly whom: readonly string[];
}

const HEARD_MAX = 20;
const LIE_CHANCE = 0.7;
const SLOW_MS_MAX = 50_000;
/** Above every true sequence of a run. */
const INVENTED_SEQ = 2_000_000_000;

export const createLiar = (time: FakeTime, random: SeededRandom): Liar => {
  let active: readonly Active[] = [];
  let shadow: Shadow | null = null;
  let planted: readonly Planted[] = [];
  let seq = INVENTED_SEQ;
  const unaware = new Map<string, { readonly entries: number; readonly untilMs: number }>();
  const told = new Map<Lie | 'planted', number>();
  const deceived = new Set<string>();
  const foreign = new Set<string>();
  const heard: Heard = { pages: [], settled: [], rings: [], pushed: [] };

  const tell: Omit<Telling, 'nowMs'> = {
    random,
    heard,
    invent: (item) => {
      foreign.add(nameOf(item));
      return { ...item, seq: ++seq };
    },
  };
  const telling = (): Telling => ({ ...tell, nowMs: time.nowMs() });

  /** A device believes the first time that it hears, having no other; so it is a true one. [TR-5] */
  const acquainted = new Set<string>();
  const isFit = (device: string, { lie, whom }: Active): boolean =>
    (whom === null || whom === device) && (lie !== 'future' || acquainted.has(device));

  /** One of those that are told to this device now and that change such an answer; null: it hears the truth. */
  const lieFor = <T>(device: string, lies: Readonly<Partial<Record<Lie, T>>>): T | null => {
    active = active.filter(({ untilMs }) => untilMs > time.nowMs());
    const fit = active.filter((one) => isFit(device, one) && lies[one.lie] !== undefined);
    const isTold = fit.some(({ lie }) => lie === 'circles');
    if (fit.length === 0 || !(isTold || random.chance(LIE_CHANCE))) return null;
    const { lie } = random.pick(fit);
    note(device, lie);
    return lies[lie] ?? null;
  };
  const note = (device: string, lie: Lie | 'planted'): void => {
    told.set(lie, (told.get(lie) ?? 0) + 1);
    deceived.add(device);
  };

  const slowness = async (device: string): Promise<void> => {
    if (lieFor(device, { slow: true }) !== null)
      await new Promise<void>((resolve) => time.after(random.below(SLOW_MS_MAX), resolve));
  };

  const withPlanted = (device: string, page: PullResponse): PullResponse => {
    const nowMs = time.nowMs();
    const due = planted.filter(({ untilMs, shownTo }) => untilMs > nowMs && !shownTo.has(device));
    for (const { shownTo } of due) shownTo.add(device);
    if (due.length === 0) return page;
    note(device, 'planted');
    const items: PulledItem[] = due.map(({ item }, at) => ({ ...item, seq: page.head + at + 1 }));
    return { ...page, items: [...page.items, ...items] };
  };

  const pull = async (
    device: string,
    answer: Promise<Answer<PullResponse>>,
  ): Promise<Answer<PullResponse>> => {
    const page = await answer;
    await slowness(device);
    if (!page.ok) return page;
    acquainted.add(device);
    keep(heard.pages, page.value);
    const shown = withPlanted(device, page.value);
    return lieFor(device, PAGE_LIES)?.(shown, telling()) ?? ok(shown);
  };

  const push = async (
    device: string,
    bytes: Uint8Array,
    way: SyncTransport,
  ): Promise<Answer<PushResponse>> => {
    const items = itemsOf(bytes);
    for (const item of items) keep(heard.pushed, item);
    await slowness(device);
    const pass = async (): Promise<Answer<PushResponse>> => {
      const answer = await way.push(bytes);
      if (answer.ok) keep(heard.settled, answer.value);
      return answer;
    };
    return lieFor(device, PUSH_LIES)?.(items, pass, telling()) ?? pass();
  };

  const ring = async (
    device: string,
    answer: Promise<Answer<KeyringResponse>>,
  ): Promise<Answer<KeyringResponse>> => {
    const shown = await answer;
    if (!shown.ok) return shown;
    keep(heard.rings, shown.value);
    const kept = unaware.get(device);
    if (kept !== undefined && kept.untilMs > time.nowMs()) {
      note(device, 'keyring');
      return ok(upTo(shown.value, kept.entries));
    }
    return lieFor(device, RING_LIES)?.(shown.value, telling()) ?? shown;
  };

  /** The true answer, or what a lie makes of it. */
  const changed = async <T>(
    device: string,
    answer: Promise<Answer<T>>,
    lies: Readonly<Partial<Record<Lie, (truth: T, tell: Telling) => Answer<T>>>>,
  ): Promise<Answer<T>> => {
    const shown = await answer;
    await slowness(device);
    return shown.ok ? (lieFor(device, lies)?.(shown.value, telling()) ?? shown) : shown;
  };

  return {
    told,
    deceived,
    begin: (lie, untilMs, whom) => {
      active = [...active, { lie, untilMs, whom }];
    },
    beginShadow: (server, untilMs, whom) => {
      shadow = { server, untilMs, whom };
    },
    plant: (item, untilMs) => {
      foreign.add(nameOf(item));
      planted = [...planted, { item, untilMs, shownTo: new Set() }];
    },
    keepUnaware: (device, entries, untilMs) => {
      unaware.set(device, { entries, untilMs });
    },
    stop: () => {
      unaware.clear();
      active = [];
      shadow = null;
      planted = [];
    },
    deceive: (device) => {
      deceived.add(device);
    },
    isForeign: (item) => foreign.has(nameOf(item)),
    isInventedSeq: (given) => given > INVENTED_SEQ && given <= seq,
    between: (device, to, honest) => {
      const way = (): SyncTransport => {
        if (shadow === null || shadow.untilMs <= time.nowMs() || !shadow.whom.includes(device))
          return to(honest);
        note(device, 'two heads');
        return to(shadow.server);
      };
      return {
        push: (bytes) => push(device, bytes, way()),
        pull: (request) => pull(device, way().pull(request)),
        keyring: (token) => ring(device, way().keyring(token)),
        appendMembers: (request, token) => ring(device, way().appendMembers(request, token)),
        digest: (above) => changed(device, way().digest(above), DIGEST_LIES),
        digestRows: (query) => changed(device, way().digestRows(query), ROW_LIES),
        registers: (names) => changed(device, way().registers(names), REGISTER_LIES),
        // An identity that only the other past knew is refused by this one, until the one of before has let it in. [RL-48]
        fork: (request) => way().fork(request),
      };
    },
  };
};

/** The keyring as it was when its list ended there. */
const upTo = (ring: KeyringResponse, entries: number): KeyringResponse => {
  const members = ring.members.slice(0, entries);
  const kgs = members.flatMap(({ fact }) =>
    fact.kind === 'found' || fact.kind === 'generation' ? [fact.generation.kg] : [],
  );
  const present = Math.max(...kgs);
  return {
    ...ring,
    members,
    keys: ring.keys.filter(({ kg }) => kg <= present),
    generations: ring.generations
      .filter(({ kg }) => kg <= present)
      .map((one) => (one.kg === present ? { ...one, endedAt: null } : one)),
  };
};

const keep = <T>(list: T[], one: T): void => {
  list.push(one);
  if (list.length > HEARD_MAX) list.shift();
};

const nameOf = ({
  entity,
  facet,
  hlc,
  payload,
}: Pick<WireItem, 'entity' | 'facet' | 'hlc' | 'payload'>): string => `${entity} ${facet} ${hlc} ${payload}`;

const itemsOf = (bytes: Uint8Array): readonly WireItem[] => {
  const body: { readonly items: readonly WireItem[] } = JSON.parse(new TextDecoder().decode(bytes));
  return body.items;
};
