/**
 * A server that lies for a while. It is a proxy between every device and the true server. It has all ciphertext, and no key except those
 * that a thief gave it. After it stops, it passes everything unchanged.
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

/** An item that was sealed with a real key and that the true server has never seen. */
export interface Planted {
  readonly item: WireItem;
  readonly untilMs: number;
  readonly shownTo: Set<string>;
}

export interface Liar {
  /** Begins a lie. `whom` is one device, or null for all. */
  begin(lie: Lie, untilMs: number, whom: string | null): void;
  /** Shows these devices another server instead of the true one. */
  beginShadow(shadow: SimServer, untilMs: number, whom: readonly string[]): void;
  /** Shows an item to every device once, among true items. */
  plant(item: WireItem, untilMs: number): void;
  /** Hides all entries of the member list after the first `entries` from this device. */
  keepUnaware(device: string, entries: number, untilMs: number): void;
  /** Ends all lies. */
  stop(): void;
  /** Number of times that each lie was told. */
  readonly told: ReadonlyMap<Lie | 'planted', number>;
  /** Devices that were lied to. What they know of the server may be wrong until it has been honest for a while. */
  readonly deceived: ReadonlySet<string>;
  /** Marks a device as deceived, because it copied the data of a deceived one. */
  deceive(device: string): void;
  /** Whether this proxy has shown the item and the true server never had it. It was made up, or a thief sealed it. */
  isForeign(item: Pick<WireItem, 'entity' | 'facet' | 'hlc' | 'payload'>): boolean;
  /** Whether the sequence is one that was given to an invented item. */
  isInventedSeq(seq: number): boolean;
  /** Returns the transport for a device. `to` returns the way to a server. */
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
/** Base of invented sequences, above every true sequence of a run. */
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

  /** Devices that have a true server time. A device has nothing to compare the first time with, so that one is always true. [TR-5] */
  const acquainted = new Set<string>();
  const isFit = (device: string, { lie, whom }: Active): boolean =>
    (whom === null || whom === device) && (lie !== 'future' || acquainted.has(device));

  /** Returns an active lie for this device that fits the kind of answer; null when the device gets the truth. */
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

  /** Returns the true answer, or the answer as changed by a lie. */
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
        // An identity that only the shadow's history knows is refused by the true server, until the earlier identity has admitted it.
        // [RL-48]
        fork: (request) => way().fork(request),
      };
    },
  };
};

/** Returns the keyring as it was when its member list ended at that entry. */
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
