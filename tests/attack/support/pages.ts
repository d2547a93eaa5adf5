// Changes that a hostile server can make to the pages that it serves.

import { randomBytes } from 'node:crypto';
import { createCrypto } from '@cairn/core';
import { hlcOf, isVaultId, type PulledItem, registersResponse, type WireRegister } from '@cairn/schema';
import {
  changedItems,
  changedPage,
  FUTURE_MS,
  json,
  numbers,
  PULL,
  PUSH,
  parse,
  problem,
  pushed,
} from './answers.ts';
import { worldNowMs } from './passage.ts';
import type { Answer, Behaviour, Exchange, Pass } from './proxy.ts';

/** Makes a behaviour that only changes pulled pages. */
const onPull = (name: string, deal: (exchange: Exchange, pass: Pass) => Promise<Answer>): Behaviour => ({
  name,
  deal: (exchange, pass) => (exchange.path === PULL ? deal(exchange, pass) : null),
});

/** Withholds every second item, or all items, and reports that all were served. */
export const withhold = (isAll: boolean): Behaviour =>
  onPull(isAll ? 'withhold' : 'withhold half', (_, pass) =>
    changedItems(pass, (items) => (isAll ? [] : items.filter((__, at) => at % 2 === 1))),
  );

/** Repeats the first answer to each device forever. */
export const replay = (): Behaviour => {
  const first = new Map<string, Promise<Answer>>();
  return {
    name: 'replay',
    deal: ({ method, path, device }, pass) => {
      if (method !== 'GET' || path === '/v1/events') return null;
      const key = `${device} ${path}`;
      const kept = first.get(key) ?? pass();
      first.set(key, kept);
      return kept;
    },
  };
};

/** Serves small pages whose items are reversed and a page late. */
export const reorder = (): Behaviour => {
  const late = new Map<string, readonly PulledItem[]>();
  return onPull('reorder', (exchange, pass) => {
    const query = new URLSearchParams(exchange.query);
    query.set('limit', '7');
    const device = exchange.device ?? '';
    return changedPage(
      pass,
      (page) => {
        const items = page.items.toReversed();
        const before = late.get(device) ?? [];
        late.set(device, page.hasMore ? items : []);
        return { ...page, items: page.hasMore ? before : [...items, ...before] };
      },
      { query },
    );
  });
};

/** Serves every item twice, together with those of earlier pages, and applies every push twice. */
export const duplicate = (): Behaviour => {
  const before: PulledItem[] = [];
  return {
    name: 'duplicate',
    deal: async ({ path }, pass) => {
      if (path === PULL)
        return changedItems(pass, (items) => {
          const all = [...items, ...before.slice(-200), ...items];
          before.push(...items);
          return all;
        });
      if (path !== PUSH) return null;
      await pass();
      return pass();
    },
  };
};

/** Serves each item under another stamp, generation, sequence or version. */
export const redate = (): Behaviour => {
  const draw = numbers(1);
  const ways: readonly ((item: PulledItem) => PulledItem)[] = [
    (item) => ({ ...item, hlc: hlcOf(worldNowMs(), 0, item.hlc.slice(16)) }),
    (item) => ({ ...item, hlc: hlcOf(1, 0, item.hlc.slice(16)) }),
    (item) => ({ ...item, kg: item.kg + 1 }),
    (item) => ({ ...item, kg: 0 }),
    (item) => ({ ...item, seq: Number.MAX_SAFE_INTEGER }),
    (item) => ({ ...item, seq: 0 }),
    (item) => ({ ...item, v: item.v + 1 }),
  ];
  return onPull('re-date', (_, pass) =>
    changedItems(pass, (items) =>
      items.map((item) => ways[Math.floor(draw() * ways.length)]?.(item) ?? item),
    ),
  );
};

/** Serves the payload of one memory under the name of another. */
export const crossEntity = (): Behaviour =>
  onPull('cross entities', (_, pass) =>
    changedItems(pass, (items) =>
      items.map((item, at) => ({ ...item, payload: items[(at + 1) % items.length]?.payload ?? '' })),
    ),
  );

export const REGISTERS = '/v1/registers';

/** Changes one letter of each payload. With `asked`, it also changes items that are requested by name. */
export const garbled = (asked: boolean): Behaviour => ({
  name: asked ? 'garbled, by name too' : 'garbled',
  deal: async ({ path }, pass) => {
    if (path === PULL) return changedItems(pass, (items) => items.map(garble));
    if (path !== REGISTERS || !asked) return null;
    const answer = await pass();
    const honest = registersResponse.safeParse(parse(answer.body));
    return honest.success ? json({ ...honest.data, items: honest.data.items.map(garble) }) : answer;
  },
});

const garble = (item: PulledItem): PulledItem => {
  const at = Math.floor(item.payload.length / 2);
  const other = item.payload[at] === 'A' ? 'B' : 'A';
  return { ...item, payload: item.payload.slice(0, at) + other + item.payload.slice(at + 1) };
};

/** Serves registers that were sealed in another vault under the names of this vault's registers. */
export const crossVault = async (): Promise<Behaviour> => {
  const crypto = await createCrypto({ random: { bytes: (count) => randomBytes(count) } });
  const vault = `v_${'0'.repeat(26)}`;
  if (!isVaultId(vault)) throw new Error('that is no vault');
  const key = randomBytes(32).toString('hex');
  const sealer = crypto.makeSealer({ vault, kind: 'sealed', kg: 1, keys: [{ kg: 1, key }] });
  const of = ({ entity, facet, hlc, v }: Omit<WireRegister, 'payload' | 'kg'>) =>
    sealer.seal({ entity, facet, hlc, v }, JSON.stringify({ hash: null }));
  return onPull('cross vaults', (_, pass) =>
    changedItems(pass, (items) => [
      ...items.map((item) => ({ ...of(item), seq: item.seq })),
      ...items.map((item) => ({ ...of({ ...item, facet: 'gone' }), seq: item.seq })),
    ]),
  );
};

/** Reports that the device was away for too long, and then serves an empty vault whose tombstones were all collected. */
export const sweep = (): Behaviour => {
  const told = new Set<string | null>();
  return onPull('sweep', async ({ device }, pass) => {
    if (!told.has(device)) {
      told.add(device);
      return problem('resync_required', 409, 'This device was offline for too long. Pull everything.');
    }
    return changedPage(pass, (page) => ({
      ...page,
      items: [],
      hasMore: false,
      expected: 0,
      tombFloor: 1_000_000_000,
      high: page.head,
    }));
  });
};

export const FFFF = `${'f'.repeat(12)}0000${'f'.repeat(16)}`;

/** Moves all times and stamps to 2076. */
export const future = (): Behaviour =>
  onPull('future', (_, pass) =>
    changedPage(pass, (page) => ({
      ...page,
      serverTime: FUTURE_MS,
      items: page.items.map((item, at) => ({
        ...item,
        hlc: at % 2 === 0 ? hlcOf(FUTURE_MS, 0, item.hlc.slice(16)) : FFFF,
      })),
    })),
  );

/** Keeps pushes to itself, and serves the device garbage under its own stamps, as if the pushes were stored. */
export const echo = (): Behaviour => {
  const kept = new Map<string | null, Map<string, object>>();
  return {
    name: 'echoes of garbage',
    deal: async (exchange, pass) => {
      const { path, device } = exchange;
      const mine = kept.get(device) ?? new Map<string, object>();
      kept.set(device, mine);
      if (path === PUSH) {
        for (const item of pushed(exchange).items) mine.set(`${item.entity} ${item.facet}`, item);
        return problem('unavailable', 503, 'Not now.');
      }
      if (path !== PULL) return null;
      return changedPage(pass, (page) => ({
        ...page,
        items: [
          ...page.items,
          ...[...mine.values()].map((item) => ({ ...item, seq: page.head, payload: garbage() })),
        ],
      }));
    },
  };
};

/** Uses invalid texts as names: half a character, an end of text, and control sequences of a terminal. */
export const oddNames = (): Behaviour => {
  const names = ['\ud800', 'count.\udfff', 'a\0b', '\u001b[2J', '\u202e', "'; DROP TABLE registers; --"];
  return onPull('odd names', (_, pass) =>
    changedPage(pass, (page) => ({
      ...page,
      items: [
        ...page.items,
        ...names.map((facet, at) => ({
          entity: `m_${'0'.repeat(25)}${at}`,
          facet,
          hlc: hlcOf(worldNowMs(), at, 'e'.repeat(16)),
          seq: page.head,
          v: 1,
          kg: at % 2,
          payload: garbage(),
        })),
      ],
    })),
  );
};

const garbage = (): string => randomBytes(200).toString('base64url');

/** Claims another history in every answer. */
export const epochs = (): Behaviour => {
  const draw = (): string => randomBytes(16).toString('hex');
  return {
    name: 'another epoch each time',
    deal: ({ path }, pass) => {
      if (path === PUSH) return problem('epoch_changed', 409, 'The server does not know this past.');
      if (path !== PULL) return null;
      return changedPage(pass, (page) => ({ ...page, epoch: draw(), anchor: `${page.head}.${draw()}` }));
    },
  };
};

/** Serves heads, anchors and floors beyond all limits, on every page. */
export const heads = (): Behaviour =>
  onPull('heads beyond everything', (_, pass) =>
    changedPage(pass, (page) => ({
      ...page,
      head: Number.MAX_SAFE_INTEGER,
      high: Number.MAX_SAFE_INTEGER,
      tombFloor: Number.MAX_SAFE_INTEGER,
      expected: Number.MAX_SAFE_INTEGER,
    })),
  );

/** Sends these devices to another server, on an older copy of the data. */
export const otherServer = (
  name: string,
  port: number,
  meets: (device: string | null) => boolean,
): Behaviour => ({
  name,
  deal: () => null,
  portFor: ({ device }) => (meets(device) ? port : null),
});
