// A new device is killed repeatedly while it receives everything. It continues where it was, and what has arrived is found.

import { createSeededRandom } from '@cairn/core/testing';
import { doctorResult, LIMITS, statsResult, statusResult, verifyResult } from '@cairn/schema';
import { startFaultProxy, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import {
  ask,
  askFor,
  createVault,
  device,
  find,
  invite,
  kill,
  start,
  startServer,
  syncAll,
} from './world.ts';

/** Pages have 1,000, 1,000 and 4,000 rows, and the last one has the rest. */
const MEMORIES = 7_000;
const WORDS = ['anchor', 'birch', 'copper', 'dune', 'ember', 'fjord', 'garnet', 'hazel', 'iris', 'juniper'];
/** Rows that have arrived at each kill: in the first page, between pages, in a large page, in the last page. */
const KILLS = [0, 1, LIMITS.bootstrapNewest, LIMITS.bootstrapNewest + LIMITS.bootstrapPageItems];
/** Rows after each page, and how many pages the line passes until that kill, so that it never outruns the test. */
const PAGE_ENDS = [1_000, LIMITS.bootstrapNewest, LIMITS.bootstrapNewest + LIMITS.bootstrapPageItems];
const PAGES_LET = [1, 2, 3, 3];
const DELAY_MS_MAX = 150;
const PATIENCE = { timeoutMs: 60_000, everyMs: 10 };

const textOf = (at: number): string => `number${at} of the ${WORDS[at % WORDS.length]} ledger`;

test('[SY-P4, ST-2] a first pull that is killed at any point goes on where it was, and finds what is there', {
  timeout: 240_000,
}, async () => {
  const random = createSeededRandom('bootstrap kills');
  const server = await startServer();
  const line = await startFaultProxy(Number(new URL(server.url).port));
  onTestFinished(() => line.close());
  const laptop = await device('laptop');
  await createVault(laptop.client, server, 'laptop');
  for (let from = 0; from < MEMORIES; from += 500) {
    const records = Array.from({ length: 500 }, (_, at) => ({ content: textOf(from + at) }));
    await ask(laptop.client, 'POST', '/v1/import', { records });
  }
  await syncAll(laptop.client);

  /** A request for more than this round's pages cuts its line. */
  const letPages = (round: number, here: number): void => {
    let left = (PAGES_LET[round] ?? Number.POSITIVE_INFINITY) - PAGE_ENDS.filter((end) => end <= here).length;
    line.judge = (way, bytes) =>
      way === 'out' && bytes.includes('GET /v1/pull') && left-- <= 0 ? 'cut' : 'pass';
  };
  letPages(0, 0);

  const { home, client } = await device('phone');
  const { code } = await invite(laptop.client);
  const url = `http://127.0.0.1:${line.port}`;
  // The device is killed during this request, so the test reads its progress from the status.
  const joining = client.request(
    'POST',
    '/v1/vault/join',
    { code, server: url, name: 'phone' },
    { timeoutMs: 0 },
  );
  const syncOf = async (of = client) => (await askFor(of, statusResult, 'GET', '/v1/status')).sync;
  /** Returns the rows that have arrived; all rows once the bootstrap is over. */
  const rowsHere = async (of = client): Promise<number> => {
    const { vault, bootstrap } = await syncOf(of);
    if (vault === null) return -1;
    return bootstrap === null ? MEMORIES : bootstrap.done;
  };
  const reach = async (rows: number): Promise<number> => {
    let here = -1;
    const isThere = async (): Promise<boolean> => {
      here = await rowsHere();
      return here >= rows;
    };
    await waitUntil(isThere, { ...PATIENCE, what: `${rows} rows to be here` });
    return here;
  };

  const seen: number[] = [];
  for (const [round, rows] of [...KILLS, MEMORIES].entries()) {
    const before = await reach(rows);
    await new Promise((resolve) => setTimeout(resolve, random.below(rows === MEMORIES ? 1 : DELAY_MS_MAX)));
    // From here on the device gets nothing from the server.
    line.refusing = true;
    line.cut();
    await kill(home);
    const again = await start(home);
    const here = await rowsHere(again);
    expect(here).toBeGreaterThanOrEqual(before);
    seen.push(here);
    if (here > 0) expect(await find(again, `number${MEMORIES - 1}`)).toEqual([textOf(MEMORIES - 1)]);
    // Rows that wait for the index are also found by substring (F-6), after the rows that hold the word.
    if (here === MEMORIES) expect((await find(again, 'number7'))[0]).toBe(textOf(7));
    letPages(round + 1, here);
    line.refusing = false;
  }
  await joining;
  // The kills came between pages: some rows had arrived, but not all.
  expect(seen.filter((rows) => rows > 0 && rows < MEMORIES).length).toBeGreaterThan(1);

  await syncAll(client);
  // A hint may start one more pull.
  await expect
    .poll(() => syncOf())
    .toMatchObject({
      state: 'idle',
      bootstrap: null,
      pending: 0,
      dead: 0,
      quarantined: 0,
    });
  const { memories } = await askFor(client, statsResult, 'GET', '/v1/stats');
  expect(memories).toMatchObject({ total: MEMORIES, current: MEMORIES });
  for (const at of [0, 1, 999, 1_000, 4_999, 5_000, MEMORIES - 1])
    expect(await find(client, `number${at}`), String(at)).toEqual([textOf(at)]);
  expect(await askFor(client, verifyResult, 'POST', '/v1/sync/verify', {}, { timeoutMs: 0 })).toMatchObject({
    equal: true,
    unfit: 0,
  });
  const { checks } = await askFor(client, doctorResult, 'POST', '/v1/doctor', {}, { timeoutMs: 0 });
  expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
});
