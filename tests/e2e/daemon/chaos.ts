// Devices work while everything around them is killed and cut. A ledger holds what they were promised, and the end is checked against it.

import { createSeededRandom } from '@cairn/core/testing';
import { forgetResult, removedResult, saveResult, supersedeResult, verifyResult } from '@cairn/schema';
import { type FaultProxy, startFaultProxy, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  filesWith,
  join,
  kill,
  type SyncServer,
  type TestDevice,
} from './world.ts';

/** Whether the test runs through hundreds of kills (`CAIRN_CHAOS=long`). */
export const LONG = process.env.CAIRN_CHAOS === 'long';

/** A memory as known to the device that it was acknowledged to. `texts` holds the newest text and those that it replaced. */
interface Kept {
  readonly id: string;
  readonly owner: string;
  readonly texts: readonly string[];
}

/** Acknowledged operations. A call without an answer may have happened, so it is only in `tried`. */
export interface Ledger {
  readonly tried: Set<string>;
  readonly here: Set<string>;
  readonly replaced: Set<string>;
  readonly gone: Set<string>;
  /** Memories that no later call has touched. */
  readonly free: Kept[];
}

const REST = { timeoutMs: 180_000, everyMs: 200 };
const SETTLE_S = 60;

/** Starts three daemons in one vault, behind a line that can be cut. */
export const openChaos = async (seed: string, server: Pick<SyncServer, 'url' | 'setupToken'>) => {
  const random = createSeededRandom(seed);
  const line = await startFaultProxy(Number(new URL(server.url).port));
  onTestFinished(() => line.close());
  const through = { ...server, url: `http://127.0.0.1:${line.port}` };
  const devices = await Promise.all(['laptop', 'desktop', 'phone'].map((name) => device(name)));
  const [first, ...others] = devices;
  if (first === undefined) throw new Error('there is no device');
  await createVault(first.client, through, first.name);
  for (const other of others) await join(first.client, other.client, through, other.name);
  const ledger: Ledger = {
    tried: new Set(),
    here: new Set(),
    replaced: new Set(),
    gone: new Set(),
    free: [],
  };
  return { random, line, devices, ledger };
};

export type Chaos = Awaited<ReturnType<typeof openChaos>>;

const LINE_FAULTS: readonly ((line: FaultProxy) => void)[] = [
  (line) => line.cut(),
  (line) => {
    line.refusing = !line.refusing;
    line.cut();
  },
  (line) => {
    line.stalled = !line.stalled;
  },
  (line) => {
    line.sliceBytes = line.sliceBytes === null ? 50 : null;
  },
];

/** Lets all devices work at once, while the line, the daemons and `more` fail in turn. */
export const goThroughChaos = async (
  chaos: Chaos,
  {
    rounds,
    steps,
    more,
  }: { readonly rounds: number; readonly steps: number; readonly more: () => Promise<void> | void },
): Promise<void> => {
  const { random, line, devices } = chaos;
  for (let round = 0; round < rounds; round++) {
    const working = Promise.all(devices.map((one) => work(chaos, one, steps)));
    LINE_FAULTS[round % LINE_FAULTS.length]?.(line);
    await more();
    await kill(random.pick(devices).home);
    await working;
  }
  Object.assign(line, { refusing: false, stalled: false, sliceBytes: null });
  line.cut();
};

const work = async (chaos: Chaos, one: TestDevice, steps: number): Promise<void> => {
  for (let step = 0; step < steps; step++) {
    const draw = chaos.random.below(10);
    if (draw < 5) await save(chaos, one);
    else if (draw < 8) await supersede(chaos, one);
    else await forget(chaos, one);
  }
};

/** Returns a new text. All have the same width, so that none is part of another. */
const newText = ({ tried }: Ledger, { name }: TestDevice): string => {
  const text = `${name} noted marker${String(tried.size).padStart(6, '0')}`;
  tried.add(text);
  return text;
};

const keep = ({ here, free }: Ledger, kept: Kept): void => {
  here.add(kept.texts[0] ?? '');
  free.push(kept);
};

const take = ({ random, ledger: { free, here } }: Chaos, fits: (kept: Kept) => boolean): Kept | null => {
  const fitting = free.filter(fits);
  if (fitting.length === 0) return null;
  const kept = random.pick(fitting);
  free.splice(free.indexOf(kept), 1);
  here.delete(kept.texts[0] ?? '');
  return kept;
};

const save = async ({ ledger }: Chaos, one: TestDevice): Promise<void> => {
  const content = newText(ledger, one);
  const answer = await one.client.request('POST', '/v1/memories', { content });
  if (answer.ok) keep(ledger, { id: saveResult.parse(answer.value).id, owner: one.name, texts: [content] });
};

const supersede = async (chaos: Chaos, one: TestDevice): Promise<void> => {
  const { ledger } = chaos;
  const kept = take(chaos, ({ owner }) => owner === one.name);
  if (kept === null) return;
  const content = newText(ledger, one);
  const answer = await one.client.request('POST', `/v1/memories/${kept.id}/supersede`, { content });
  if (!answer.ok) return;
  ledger.replaced.add(kept.texts[0] ?? '');
  const { id } = supersedeResult.parse(answer.value);
  keep(ledger, { id, owner: one.name, texts: [content, ...kept.texts] });
};

/**
 * Forgets a memory, also one of another device once it has arrived. In a chain, only own memories are forgotten: a device without a link
 * forgets what it knows of. [SY-M5]
 */
const forget = async (chaos: Chaos, one: TestDevice): Promise<void> => {
  const { ledger } = chaos;
  const kept = take(chaos, ({ owner, texts }) => owner === one.name || texts.length === 1);
  if (kept === null) return;
  const answer = await one.client.request('POST', '/v1/forget', { ids: [kept.id] });
  if (!answer.ok) return;
  if (forgetResult.parse(answer.value).notFound.length > 0) keep(ledger, kept);
  else for (const text of kept.texts) ledger.gone.add(text);
};

/**
 * Checks that lists and digests are equal on all devices, that everything promised exists, and that nothing forgotten is in any list or
 * file.
 */
export const checkPeace = async ({ devices, ledger }: Chaos): Promise<void> => {
  const { here, gone, replaced, tried } = ledger;
  const isQuiet = async (): Promise<boolean> => {
    for (const { client } of devices)
      await ask(client, 'POST', '/v1/sync', { wait: true, timeoutS: SETTLE_S }, { timeoutMs: 0 });
    const held = await Promise.all(devices.map(({ client }) => contents(client)));
    return held.every((list) => list.join('\n') === held[0]?.join('\n'));
  };
  await waitUntil(isQuiet, { ...REST, what: 'the devices to hold the same' });
  for (const one of devices) {
    const { client, name } = one;
    const held = await contents(client);
    const isHeld = new Set(held);
    expect(isHeld.size, name).toBe(held.length);
    expect([...here].filter((text) => !isHeld.has(text))).toEqual([]);
    expect(held.filter((text) => gone.has(text) || replaced.has(text) || !tried.has(text))).toEqual([]);
    expect(await askFor(client, verifyResult, 'POST', '/v1/sync/verify', {}, { timeoutMs: 0 })).toMatchObject(
      { equal: true, differing: 0, unfit: 0, pending: 0 },
    );
    await checkFiles(ledger, one);
  }
};

/** Checks that forgotten texts are in no file. An exception is what others forgot in great number, until a person decides. [TR-3] */
const checkFiles = async ({ gone }: Ledger, { client, home, name }: TestDevice): Promise<void> => {
  const leave = (texts: readonly string[]) => {
    const markers = texts.map((text) => text.slice(text.indexOf('marker')));
    const message = `files of ${name} with what was forgotten`;
    return expect.poll(() => filesWith(home.paths.home, markers), { timeout: 30_000, message }).toEqual([]);
  };
  const { memories } = await askFor(client, removedResult, 'GET', '/v1/sync/removed');
  const aside = new Set(memories.map(({ content }) => content));
  await leave([...gone].filter((text) => !aside.has(text)));
  if (aside.size === 0) return;
  await ask(client, 'POST', '/v1/sync/removed/drop', {});
  await leave([...gone]);
};
