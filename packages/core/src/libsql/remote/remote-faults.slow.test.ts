import { type FaultProxy, type LibsqlServer, startFaultProxy, startLibsqlServer } from '@cairn/test-support';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { isStoreFailure, storeFailure } from '../../ports/store-failure.ts';
import { bodyRegister, sampleHlc, sampleId, sampleRow } from '../../testing/sample-memories.ts';
import { newMark, openTempRemote, type TempRemote } from '../../testing/temp-remote.ts';
import { createOwnership } from './ownership.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import { createRemoteDatabase } from './remote-database.ts';

const server: LibsqlServer | null = await startLibsqlServer();
afterAll(() => server?.stop());

/** Shorter than the second after which a server without faults would have answered. */
const IMPATIENT = { answerMs: 1_000, settlePausesMs: [0, 100, 200, 400, 800] };

let proxy: FaultProxy;
let store: TempRemote;
beforeEach(async () => {
  proxy = await startFaultProxy(server?.port ?? 0);
  const url = (await server?.createDatabase())?.replace(String(server?.port), String(proxy.port)) ?? '';
  store = await openTempRemote(server, { address: { url, token: null }, ...IMPATIENT });
});
afterEach(async () => {
  proxy.judge = null;
  proxy.refusing = false;
  proxy.stalled = false;
  await store.dispose();
  await proxy.close();
});

/** Saves one memory by several requests: a read between the writes makes the transaction wait for an answer. */
const save = (n: number, opened = store): Promise<unknown> =>
  opened.store.write(async (tx) => {
    await tx.apply({ registers: [bodyRegister(sampleId(n), sampleHlc(n), `memory ${n}`)] });
    await tx.memory(sampleId(n));
    await tx.apply({ memories: [sampleRow(sampleId(n), `memory ${n}`)], meta: { clock: sampleHlc(n) } });
  });
/** Saves one memory in one request. */
const saveAtOnce = (n: number): Promise<unknown> =>
  store.store.write((tx) => tx.apply({ memories: [sampleRow(sampleId(n), `memory ${n}`)] }));

const outcomeOf = async (
  work: Promise<unknown>,
): Promise<{ readonly kind: string; readonly message: string }> => {
  try {
    await work;
    return { kind: 'written', message: '' };
  } catch (error) {
    if (isStoreFailure(error)) return { kind: error.storeFailure, message: error.message };
    throw error;
  }
};

const contents = async (): Promise<readonly string[]> =>
  (await store.reader.rowsAfter(null, 100)).map((row) => row.content);

/** Cuts the connection at the request with these words: before the server has it, or before its answer arrives. */
const cutAt = (words: string, when: 'before' | 'after'): void => {
  const lines = new Set<number>();
  let isDone = false;
  proxy.judge = (way, bytes, line) => {
    if (isDone) return 'pass';
    if (way === 'out' && bytes.includes(words)) {
      if (when === 'after') lines.add(line);
      isDone = when === 'before';
      return when === 'before' ? 'cut' : 'pass';
    }
    if (way === 'back' && lines.has(line)) {
      isDone = true;
      return 'cut';
    }
    return 'pass';
  };
};

describe.skipIf(server === null)('a line that breaks', () => {
  test.each([
    ['in the middle of a transaction', save],
    ['of one request', saveAtOnce],
  ])('[ST-3] before a commit arrives: nothing is written, and it says so (%s)', async (_, work) => {
    cutAt('COMMIT', 'before');
    const outcome = await outcomeOf(work(1));
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect(outcome.message).toMatch(/Nothing was written\.$/);
    expect(await contents()).toEqual([]);
    expect(await outcomeOf(work(2))).toMatchObject({ kind: 'written' });
    expect(await contents()).toEqual(['memory 2']);
  });

  test.each([
    ['in the middle of a transaction', save],
    ['of one request', saveAtOnce],
  ])('[ST-3] after a commit arrived: it is found out that it was written (%s)', async (_, work) => {
    cutAt('COMMIT', 'after');
    expect(await outcomeOf(work(1))).toMatchObject({ kind: 'written' });
    expect(await contents()).toEqual(['memory 1']);
    expect(await outcomeOf(work(2))).toMatchObject({ kind: 'written' });
  });

  test('[ST-3] what cannot be found out is said to be uncertain, and found out before the next write', async () => {
    // Fills the cache with the clock.
    await save(0);
    let isGone = false;
    cutAt('COMMIT', 'after');
    const cut = proxy.judge;
    proxy.judge = (way, bytes, line) => {
      const fate = cut?.(way, bytes, line) ?? 'pass';
      if (fate === 'cut') {
        isGone = true;
        proxy.refusing = true;
      }
      return isGone ? 'cut' : fate;
    };
    expect(await outcomeOf(save(1))).toMatchObject({ kind: 'uncertain' });
    expect(await outcomeOf(save(2))).toMatchObject({ kind: 'unreachable' });
    proxy.judge = null;
    proxy.refusing = false;
    // The cached clock is not older than the write whose outcome was lost.
    expect(await store.store.write((tx) => tx.meta('clock'))).toBe(sampleHlc(1));
    expect(await outcomeOf(save(3))).toMatchObject({ kind: 'written' });
    expect(await contents()).toEqual(['memory 0', 'memory 1', 'memory 3']);
  });

  test('[ST-3] at any request leaves all of a write or nothing of it', async () => {
    for (let n = 1; n <= 12; n++) {
      let requests = 0;
      const [way, at] = [n % 2 === 0 ? 'out' : 'back', Math.ceil(n / 2)] as const;
      proxy.judge = (direction, bytes) => {
        if (direction === way && (way === 'back' || bytes.includes('requests'))) requests++;
        return direction === way && requests === at ? 'cut' : 'pass';
      };
      const outcome = await outcomeOf(save(n));
      proxy.judge = null;
      const [row, registers] = [
        await store.reader.memory(sampleId(n)),
        await store.reader.registersOf([sampleId(n)]),
      ];
      expect([n, row !== null, registers.length]).toEqual(
        outcome.kind === 'written' ? [n, true, 1] : [n, false, 0],
      );
    }
  });

  test('[ST-3] a request that arrives when it was given up changes nothing', async () => {
    await save(1);
    proxy.stalled = true;
    const outcome = outcomeOf(saveAtOnce(2));
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    proxy.stalled = false;
    const { kind } = await outcome;
    expect(await contents()).toEqual(kind === 'written' ? ['memory 1', 'memory 2'] : ['memory 1']);
    expect(kind).not.toBe('uncertain');
    expect(await outcomeOf(save(3))).toMatchObject({ kind: 'written' });
  });

  test('[ST-3] a commit that arrives when its outcome was told already is no commit', async () => {
    const pipeline = createPipeline({ url: store.url, token: null });
    let late: () => Promise<unknown> = () => Promise.reject(new Error('nothing was held back'));
    let isHeld = false;
    const holding: Pipeline = {
      send(requests, stream) {
        if (isHeld || !JSON.stringify(requests).includes('late')) return pipeline.send(requests, stream);
        isHeld = true;
        late = () => pipeline.send(requests, stream);
        return Promise.reject(storeFailure('unreachable', 'It was held back.'));
      },
    };
    await store.dispose();
    const identity = { holder: newMark(), session: newMark(), name: 'laptop' };
    const ownership = createOwnership({ pipeline: holding, identity, newMark });
    await ownership.claim();
    const database = createRemoteDatabase({ pipeline: holding, ownership });
    const sql = "INSERT INTO meta (key, value) VALUES ('late', '1')";
    expect(await outcomeOf(database.post(sql))).toEqual({
      kind: 'unreachable',
      message: 'It was held back. Nothing was written.',
    });
    await late();
    expect(await database.all("SELECT value FROM meta WHERE key = 'late'")).toEqual([]);
    expect(await database.run(sql)).toBe(1);
  });

  test('[ST-3] a server that is away is a sentence, and nothing has to be started again when it is back', async () => {
    proxy.refusing = true;
    proxy.cut();
    const outcome = await outcomeOf(save(1));
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect(outcome.message).toMatch(
      /^The database server http:\/\/localhost:\d+\/dev\/\w+ cannot be reached/,
    );
    expect(await outcomeOf(store.reader.memory(sampleId(1)))).toMatchObject({ kind: 'unreachable' });
    proxy.refusing = false;
    expect(await outcomeOf(save(1))).toMatchObject({ kind: 'written' });
    expect(await contents()).toEqual(['memory 1']);
  });

  test('[ST-3] those who share a transaction that is lost are all told so', async () => {
    cutAt('COMMIT', 'before');
    const outcomes = await Promise.all([1, 2, 3].map((n) => outcomeOf(save(n))));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect(await contents()).toEqual([]);
  });
});

test.skipIf(server === null)(
  '[ST-3] when there is nobody to hear a commit, nothing is asked about it, and nothing was written',
  async () => {
    await save(1);
    await server?.kill();
    onTestFinished(() => server?.start());
    await proxy.close();
    // The open connections turn out to be closed, each at one query, so the save needs a new connection.
    for (let refused = 0; refused < 4; )
      refused = (await outcomeOf(contents())).message.includes('ECONNREFUSED') ? refused + 1 : 0;
    const outcome = await outcomeOf(saveAtOnce(2));
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect(outcome.message).toMatch(/ECONNREFUSED\)\. Nothing was written\.$/);
  },
);

test.skipIf(server === null)('[ST-3] a server that is killed has kept what was answered', async () => {
  for (let n = 1; n <= 5; n++) await save(n);
  await server?.kill();
  expect(await outcomeOf(save(6))).toMatchObject({ kind: 'unreachable' });
  await server?.start();
  expect(await contents()).toEqual([1, 2, 3, 4, 5].map((n) => `memory ${n}`));
  expect(await outcomeOf(save(7))).toMatchObject({ kind: 'written' });
});
