// Twelve faults of the line to the server. Each strikes one device's line or all lines.

import { type Answer, type Behaviour, EVENTS, type send } from '../../attack/support/proxy.ts';
import type { Line } from '../line.ts';
import type { Nemesis } from '../nemesis.ts';
import { createRandom, type Random } from '../random.ts';

interface Mode {
  readonly name: string;
  readonly says: string;
  /** Whether it strikes only one line. */
  readonly isOne?: true;
  begin(line: Line, random: Random): void;
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Tampers with requests. The stream of hints is not changed. */
const tamper =
  (name: string, make: (random: Random) => Behaviour['deal']): Mode['begin'] =>
  (line, random) => {
    const deal = make(createRandom(random.below(2 ** 31)));
    line.become({
      name,
      deal: (exchange, pass) => (exchange.path === EVENTS ? null : deal(exchange, pass)),
    });
  };

/** Flips some bits. */
const garbled = (body: Buffer, random: Random): Buffer => {
  const copy = Buffer.from(body);
  for (let flip = 0; flip < 3 && copy.length > 0; flip += 1) {
    const at = random.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
  }
  return copy;
};

const cutAfter =
  (answer: Answer, bytes: number) =>
  (response: Parameters<typeof send>[0]): void => {
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    response.write(answer.body.subarray(0, bytes), () => response.socket?.resetAndDestroy());
  };

const cutAll = (devices: readonly { readonly line: Line }[]): void => {
  for (const { line } of devices) line.tcp.cut();
};

const refuse = (line: Line): void => {
  line.tcp.refusing = true;
  line.tcp.cut();
};

const MODES: readonly Mode[] = [
  { name: 'cut', says: 'every connection is reset, again and again', begin: (line) => line.tcp.cut() },
  { name: 'partition', says: 'one device reaches nobody', isOne: true, begin: refuse },
  {
    name: 'half-open',
    says: 'connections stay open, and nothing passes',
    begin: (line) => {
      line.tcp.stalled = true;
    },
  },
  {
    name: 'slow',
    says: 'a few bytes at a time',
    begin: (line) => {
      line.tcp.sliceBytes = 40;
    },
  },
  {
    name: 'black-hole',
    says: 'requests are taken, and never answered',
    begin: tamper('black hole', () => () => () => undefined),
  },
  {
    name: 'reset-mid-answer',
    says: 'reset in the middle of an answer',
    begin: tamper('reset', (random) => async (_, pass) => {
      const answer = await pass();
      return random.chance(0.6) ? cutAfter(answer, random.below(answer.body.length + 1)) : answer;
    }),
  },
  {
    name: 'delay',
    says: 'each request takes up to 3 s longer',
    begin: tamper('delay', (random) => async (_, pass) => {
      await later(random.below(3_000));
      return pass();
    }),
  },
  {
    name: 'duplicate',
    says: 'each request reaches the server twice',
    begin: tamper('duplicate', (random) => async (_, pass) => {
      const [first, second] = random.chance(0.5)
        ? [await pass(), await pass()]
        : await Promise.all([pass(), pass()]);
      return random.chance(0.5) ? first : second;
    }),
  },
  {
    name: 'reorder',
    says: 'requests overtake each other',
    begin: tamper('reorder', (random) => async (_, pass) => {
      await later(random.chance(0.5) ? 0 : 400 + random.below(1_200));
      return pass();
    }),
  },
  {
    name: 'drop-answers',
    says: 'the server commits, and its answer is lost',
    begin: tamper('drop', (random) => async (_, pass) => {
      const answer = await pass();
      return random.chance(0.7) ? (response) => response.destroy() : answer;
    }),
  },
  {
    name: 'garble',
    says: 'bits are flipped in requests and answers',
    begin: tamper('garble', (random) => async ({ body }, pass) => {
      const there = random.chance(0.15) ? { body: garbled(body, random) } : {};
      const answer = await pass(there);
      return random.chance(0.25) ? { ...answer, body: garbled(answer.body, random) } : answer;
    }),
  },
  {
    name: '503',
    says: 'a proxy answers 503 to most requests',
    begin: tamper('503', (random) => () => {
      if (random.chance(0.3)) return null;
      const headers = random.chance(0.5) ? { 'retry-after': '1' } : {};
      return { status: 503, headers, body: Buffer.from('Service Unavailable') };
    }),
  },
];

const asNemesis = ({ name, says, isOne, begin }: Mode): Nemesis => ({
  name: `net-${name}`,
  says,
  strike: async (world, random) => {
    const one = random.pick(world.devices);
    const struck = isOne === true || random.chance(0.4) ? [one] : [...world.devices];
    const again = name === 'cut' ? setInterval(() => cutAll(struck), 150) : null;
    for (const { line } of struck) begin(line, random);
    return async () => {
      if (again !== null) clearInterval(again);
      for (const { line } of struck) line.heal();
    };
  },
});

export const NET: readonly Nemesis[] = MODES.map(asNemesis);
