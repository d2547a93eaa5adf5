/** Servers that would make a device ask forever, as fast as they answer. [TR-53] */
import { MINUTE_MS, ok, type PulledItem, type PullResponse } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createDriverBench, failure, rests, until } from '../../testing/driver-bench.ts';
import { bodyRegister, goneRegister, sampleHlc, sampleId } from '../../testing/sample-memories.ts';
import { pageOf, pulledItem, value } from '../../testing/sync-bench.ts';

type Bench = Awaited<ReturnType<typeof createDriverBench>>;
type Transport = Bench['transport'];

const item = (n: number, hlc = sampleHlc(n)): PulledItem =>
  pulledItem(bodyRegister(sampleId(n), hlc, `memory ${n}`), n);

/** Answers pulls by generated pages. `n` is the number of earlier pulls. */
const pulling = ({ transport, bench }: Bench, page: (n: number) => Partial<PullResponse>): void => {
  const { pull } = transport;
  let n = 0;
  Object.assign(transport, {
    pull: async (query: Parameters<Transport['pull']>[0]) => {
      const answer = await pull(query);
      n += 1;
      return answer.ok ? ok({ ...pageOf([], { serverTime: bench.time.nowMs() }), ...page(n) }) : answer;
    },
  });
};

/** Has the server report another past after each push, and tells each push that other devices have written, too. */
const parts = ({ transport }: Bench): void => {
  const { pull, push } = transport;
  let hasTaken = false;
  Object.assign(transport, {
    pull: async (query: Parameters<Transport['pull']>[0]) => {
      const answer = await pull(query);
      if (!hasTaken) return answer;
      hasTaken = false;
      return failure('epoch_changed');
    },
    push: async (bytes: Uint8Array) => {
      const answer = await push(bytes);
      hasTaken = answer.ok;
      return answer.ok ? ok({ ...answer.value, head: answer.value.head + 1_000 }) : answer;
    },
  });
};

/** Has the server answer every push with this refusal, while a memory is saved now and then. */
const refuses = ({ transport }: Bench, verdict: 'old_key' | 'device_forked'): void => {
  const { push } = transport;
  Object.assign(transport, {
    push: async (bytes: Uint8Array) => {
      const answer = await push(bytes);
      if (!answer.ok || verdict === 'device_forked') return failure('device_forked');
      const verdicts = answer.value.verdicts.map((one) => ({ ...one, verdict, seq: null }));
      return ok({ ...answer.value, verdicts });
    },
  });
};

const LIARS: Readonly<Record<string, (made: Bench) => void>> = {
  'that parts after each push that it took': parts,
  'that shows what is under a key which it never gives': (made) =>
    pulling(made, (n) => ({ items: [{ ...item(n), kg: 7 }], head: n, high: n, hasMore: true })),
  'that gives a page again under numbers that grow': (made) =>
    pulling(made, (n) => ({ items: [{ ...item(1), seq: n }], head: n, high: n, hasMore: true })),
  'that gives nothing under numbers that grow': (made) =>
    pulling(made, (n) => ({ head: n, high: n, expected: 1_000_000_000, hasMore: true })),
  'that brings a forgotten memory back again and again': (made) =>
    pulling(made, (n) => {
      const gone = pulledItem(goneRegister(sampleId(1), sampleHlc(9)), 1);
      return { items: n === 1 ? [gone] : [{ ...item(1), seq: 100 + n }], head: 100 + n, high: 100 + n };
    }),
  'that takes the device for a copy each time': (made) => refuses(made, 'device_forked'),
  'that says of each key that it has ended': (made) => refuses(made, 'old_key'),
};

/** Returns the most requests in any minute, and the requests in the last of ten minutes. */
const asked = async ({ bench, calls }: Bench): Promise<{ readonly most: number; readonly last: number }> => {
  const began = bench.time.nowMs();
  const counts: number[] = [];
  for (let minute = 1; minute <= 10; minute++) {
    const before = calls.length;
    await until(bench, () => bench.time.nowMs() - began >= minute * MINUTE_MS, 20 * MINUTE_MS);
    counts.push(calls.length - before);
  }
  return { most: Math.max(...counts), last: counts.at(-1) ?? 0 };
};

describe('a server', () => {
  test.each(Object.keys(LIARS))('[TR-53] %s is asked ever more slowly', async (name) => {
    const made = await createDriverBench();
    LIARS[name]?.(made);
    await made.save(1);
    value(await made.driver.start());
    const { most, last } = await asked(made);
    expect(most).toBeLessThan(150);
    expect(last).toBeLessThan(30);
    expect(made.driver.state()).toMatchObject({ lastError: { message: expect.any(String) } });
    await made.driver.stop();
  });

  test('[TR-53] that gives by name what was not asked for, and says that there is more, is asked once', async () => {
    const made = await createDriverBench();
    const { transport } = made;
    const { registers } = transport;
    Object.assign(transport, {
      registers: async (names: Parameters<Transport['registers']>[0]) => {
        const answer = await registers(names);
        return answer.ok ? ok({ ...answer.value, items: [item(9)], more: true }) : answer;
      },
    });
    made.pages.push([{ ...item(1), payload: 'AAAA' }]);
    value(await made.driver.start());
    expect((await asked(made)).most).toBeLessThan(20);
    expect(made.calls).toContain('registers');
    await made.driver.stop();
  });

  test.each([
    ['rows that it made up', (n: number) => n],
    ['the same row', () => 1],
  ])('[TR-53] that shows %s for ever, when it is compared with, is left after a while', async (_, nth) => {
    const made = await createDriverBench();
    const { transport } = made;
    const { digest, digestRows } = transport;
    let n = 0;
    Object.assign(transport, {
      digest: async (above: number) => {
        const answer = await digest(above);
        const ranges = [{ from: '', count: 9, digest: '0'.repeat(32) }];
        return answer.ok ? ok({ ...answer.value, ranges }) : answer;
      },
      digestRows: async (query: Parameters<Transport['digestRows']>[0]) => {
        const answer = await digestRows(query);
        n += 1;
        const rows = [{ entity: sampleId(nth(n)), facet: 'body', hlc: sampleHlc(1), seq: n }];
        return answer.ok ? ok({ ...answer.value, rows, more: true }) : answer;
      },
    });
    value(await made.driver.start());
    expect((await asked(made)).most).toBeLessThan(700);
    expect(n).toBeGreaterThan(1);
    await made.driver.stop();
  });

  test('[TR-53] that leads in circles does not hurry the device by hints, and is asked at once by a person', async () => {
    const made = await createDriverBench();
    const { bench, driver, calls } = made;
    let isHonest = false;
    pulling(made, (n) =>
      isHonest ? {} : { items: [{ ...item(1), seq: n }], head: n, high: n, hasMore: true },
    );
    value(await driver.start());
    const hint = (): void => {
      if (!isHonest) driver.poke('hint');
      bench.time.after(50, hint);
    };
    hint();
    const { most, last } = await asked(made);
    expect(most).toBeLessThan(150);
    expect(last).toBeLessThan(30);
    isHonest = true;
    const before = calls.length;
    let synced: unknown = null;
    void driver.syncNow({ timeoutMs: 5_000 }).then((end) => {
      synced = end;
    });
    await until(bench, () => synced !== null);
    expect(synced).toMatchObject({ ok: true });
    expect(calls.length - before).toBeLessThan(5);
    await driver.stop();
  });
});

describe('an honest catch-up waits nowhere', () => {
  const PAGES = 300;
  /** Checks that pages follow without waits. A call takes 10 ms of virtual time, so waits show. */
  const isFast = async ({ bench, driver, calls }: Bench): Promise<void> => {
    const began = bench.time.nowMs();
    const before = calls.length;
    driver.poke('hint');
    const states = new Set<string>();
    await until(bench, () => {
      states.add(driver.state().state);
      return calls.length - before > PAGES && driver.state().state === 'idle';
    });
    expect(states).not.toContain('waiting');
    expect(bench.time.nowMs() - began).toBeLessThanOrEqual((calls.length - before) * 10 + 10);
    await driver.stop();
  };

  test('[TR-53] through many pages of others', async () => {
    const made = await createDriverBench();
    value(await made.driver.start());
    await until(made.bench, rests(made.driver));
    pulling(made, (n) => {
      const at = Math.min(n, PAGES);
      return { items: n > PAGES ? [] : [item(n)], head: PAGES, high: at, hasMore: n < PAGES };
    });
    await isFast(made);
  });

  test('[TR-53] through many pages of what it sent itself', async () => {
    const made = await createDriverBench();
    for (let n = 1; n <= PAGES; n++) await made.save(n);
    value(await made.driver.start());
    await until(made.bench, rests(made.driver));
    const own = [...made.held.values()];
    expect(own).toHaveLength(PAGES);
    pulling(made, (n) => {
      const one = own[n - 1];
      return {
        items: one === undefined ? [] : [one],
        head: PAGES,
        high: Math.min(n, PAGES),
        hasMore: n < PAGES,
      };
    });
    await isFast(made);
  });
});
