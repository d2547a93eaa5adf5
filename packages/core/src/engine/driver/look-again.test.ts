/** What a device asks its server without a person's request: garbled items, and whether both hold the same. */
import { DAY_MS, HOUR_MS, hlcOf, MINUTE_MS, type PulledItem } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createDriverBench, failure, rests, until } from '../../testing/driver-bench.ts';
import {
  bodyRegister,
  goneRegister,
  linkRegister,
  sampleBody,
  sampleHlc,
  sampleId,
} from '../../testing/sample-memories.ts';
import { pulledItem, value, verdictOn } from '../../testing/sync-bench.ts';

const started = async () => {
  const made = await createDriverBench();
  value(await made.driver.start());
  await until(made.bench, rests(made.driver));
  const asked = (what: string): number => made.calls.filter((call) => call === what).length;
  /** Lets virtual time pass, and runs everything that is due. */
  const pass = async (ms: number): Promise<void> => {
    const end = made.bench.time.nowMs() + ms;
    await until(made.bench, () => made.bench.time.nowMs() >= end, ms + 10 * MINUTE_MS);
    await until(made.bench, rests(made.driver));
  };
  const hold = (item: PulledItem): void => {
    made.held.set(`${item.entity} ${item.facet}`, item);
  };
  const memory = (n: number) => made.bench.stores.reader.memory(sampleId(n));
  return { ...made, asked, pass, hold, memory };
};

/** Makes a memory whose successor the server does not show. */
const replaced = () => [
  pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'before'), 1),
  pulledItem(linkRegister(sampleId(1), sampleHlc(2), sampleId(2)), 2),
];

const garbled = (item: PulledItem): PulledItem => ({ ...item, payload: 'AAAA' });

describe('what came garbled', () => {
  test('[TR-7] is asked for by name at the end of the same pull, and heals when the line is good again', async () => {
    const { driver, bench, pages, hold, asked, memory } = await started();
    const item = pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'whole'), 1);
    hold(item);
    pages.push([garbled(item)]);
    driver.poke('hint');
    await until(bench, () => asked('registers') === 1);
    await until(bench, rests(driver));
    expect(await memory(1)).toMatchObject({ content: 'whole' });
    expect((await bench.sync.syncFacts()).quarantined).toBe(0);
  });

  test('[TR-7] is not kept when the server has nothing of that name, or something that opens under an earlier stamp', async () => {
    const { driver, bench, pages, hold, asked, memory } = await started();
    const item = pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'whole'), 1);
    const invented = pulledItem(bodyRegister(sampleId(2), sampleHlc(2), 'nobody wrote it'), 2);
    hold(item);
    const future = hlcOf(bench.time.nowMs() + DAY_MS, 0, 'e'.repeat(16));
    pages.push([
      { ...garbled(item), hlc: sampleHlc(9) },
      { ...item, hlc: future },
      { ...item, kg: 7 },
      garbled(invented),
      { ...invented, hlc: future },
    ]);
    driver.poke('hint');
    await until(bench, () => asked('registers') > 0);
    await until(bench, rests(driver));
    expect(await memory(1)).toMatchObject({ content: 'whole' });
    expect((await bench.sync.syncFacts()).quarantined).toBe(0);
  });

  test('[TR-5] a server that gives what is here already, for ever, is a failure with a pause', async () => {
    const { driver, bench, calls, pages } = await started();
    const item = pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'whole'), 1);
    for (let n = 0; n < 100; n++) pages.push([item]);
    const before = calls.length;
    driver.poke('hint');
    await until(bench, () => driver.state().lastError !== null);
    expect(driver.state()).toMatchObject({ state: 'waiting', lastError: { kind: 'server_error' } });
    expect(calls.length - before).toBeLessThan(10);
  });

  test('[TR-7] is asked for ever less often as long as nothing better comes, and at once when more of it comes', async () => {
    const { bench, driver, pages, hold, asked, pass, memory } = await started();
    const item = pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'whole'), 1);
    hold(garbled(item));
    pages.push([garbled(item)]);
    driver.poke('hint');
    await pass(10 * MINUTE_MS);
    const early = asked('registers');
    expect(early).toBeGreaterThan(1);
    await pass(DAY_MS);
    expect(asked('registers') - early).toBeLessThan(8);
    expect((await bench.sync.syncFacts()).unread).toEqual({ broken: 1 });
    const other = pulledItem(bodyRegister(sampleId(2), sampleHlc(2), 'too'), 2);
    hold(item);
    hold(other);
    pages.push([garbled(other)]);
    await pass(2 * MINUTE_MS);
    expect([await memory(1), await memory(2)]).toMatchObject([{ content: 'whole' }, { content: 'too' }]);
  });

  test('[TR-7] so is what names a generation that nobody made, and would stand for the true value', async () => {
    const { driver, bench, pages, hold, memory } = await started();
    const item = pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'whole'), 1);
    hold(item);
    pages.push([{ ...garbled(item), kg: 8 }]);
    driver.poke('hint');
    await until(bench, rests(driver));
    expect(await memory(1)).toMatchObject({ content: 'whole' });
  });

  test('[TR-7] the answer takes the place of a later stamp that nobody sealed, also where only a newer program understands it', async () => {
    const { driver, bench, pages, hold } = await started();
    const later = { ...pulledItem(bodyRegister(sampleId(1), sampleHlc(1), 'whole'), 1), facet: 'mood' };
    hold(later);
    pages.push([{ ...garbled(later), kg: 8, hlc: sampleHlc(9) }]);
    driver.poke('hint');
    await until(bench, rests(driver));
    expect((await bench.sync.syncFacts()).unread).toEqual({ unknown: 1 });
    const [kept] = await bench.stores.writer.write((tx) => tx.quarantinedOf([sampleId(1)]));
    expect(kept).toMatchObject({ hlc: sampleHlc(1), payload: later.payload });
  });

  test('[TR-1] so is the tombstone of what the server calls gone, where a pull would not bring it', async () => {
    const { bench, driver, save, hold, script, transport, memory, pass } = await started();
    const plain = transport.push;
    const [hlc] = await save(1);
    transport.push = async (bytes) => {
      const answer = await plain(bytes);
      const items = [{ entity: sampleId(1), facet: 'body' }];
      if (!answer.ok) return answer;
      return {
        ok: true,
        value: { ...answer.value, verdicts: items.map((item) => verdictOn(item, 'gone', 1)) },
      };
    };
    expect(script).toEqual({});
    driver.poke('local_write');
    await pass(2 * MINUTE_MS);
    expect(await memory(1)).not.toBeNull();
    expect((await bench.sync.syncFacts()).refused).toEqual({ gone: 1 });
    hold(pulledItem(goneRegister(sampleId(1), hlc ?? sampleHlc(9)), 2));
    await pass(10 * MINUTE_MS);
    expect(await memory(1)).toBeNull();
    expect((await bench.sync.syncFacts()).dead).toBe(0);
  });

  test.each(['body', 'gone'] as const)(
    '[TR-1, RL-11] its own %s, called gone by a server that shows no tombstone, is sent again at once, then ever less often',
    async (facet) => {
      const { bench, driver, save, hold, transport, asked, pass } = await started();
      await save(1);
      driver.poke('local_write');
      await pass(MINUTE_MS);
      const { push } = transport;
      const item = { entity: sampleId(1), facet };
      let isLying = true;
      transport.push = async (bytes) => {
        const answer = await push(bytes);
        if (!answer.ok || !isLying) return answer;
        // The server has the value that it was sent, sealed so that no device accepts it.
        const [{ hlc } = { hlc: null }] = answer.value.verdicts;
        hold({ ...garbled(pulledItem(goneRegister(sampleId(1), hlc ?? sampleHlc(9)), 2)), facet });
        const verdicts = answer.value.verdicts.map((one) =>
          one.facet === facet ? verdictOn(item, 'gone', 1) : one,
        );
        return { ok: true, value: { ...answer.value, verdicts } };
      };
      if (facet === 'body') await save(1);
      else await bench.write({ ...item, facet, value: { hash: null } });
      driver.poke('local_write');
      await until(bench, rests(driver));
      expect((await bench.sync.syncFacts()).pending).toBe(0);
      await pass(MINUTE_MS);
      const [early, sent] = [asked('registers'), asked('push')];
      await pass(DAY_MS);
      expect(asked('push') - sent).toBeGreaterThan(1);
      expect(asked('push') - sent).toBeLessThan(10);
      // Both differ all the time, so they are compared once an hour.
      expect(asked('registers') - early).toBeLessThan(40);
      isLying = false;
      await pass(DAY_MS);
      expect(await bench.sync.syncFacts()).toMatchObject({ dead: 0, pending: 0 });
    },
  );
});

describe('the tombstone of a successor, which a first pull leaves out', () => {
  test.each([
    ['in the first pull', [replaced()]],
    ['later', [[], replaced()]],
    ['before its memory', [replaced().slice(1), replaced().slice(0, 1)]],
  ])('[SY-P6] is asked for by name when the link to it comes %s', async (_, shown) => {
    const { bench, driver, held, pages, calls } = await createDriverBench();
    const gone = pulledItem(goneRegister(sampleId(2), sampleHlc(3)), 3);
    held.set(`${gone.entity} gone`, gone);
    pages.push(...shown);
    value(await driver.start());
    await until(bench, rests(driver));
    driver.poke('hint');
    await until(bench, () => calls.includes('registers'));
    await until(bench, rests(driver));
    expect(await bench.stores.reader.memory(sampleId(1))).toMatchObject({ state: 1 });
    expect(await bench.sync.namesToAsk()).toEqual([]);
  });

  test('[SY-P6] is asked for when a link goes out from here that leads to nothing', async () => {
    const { bench, driver, hold, memory, asked } = await started();
    hold(pulledItem(goneRegister(sampleId(2), sampleHlc(3)), 3));
    const [entity, content] = [sampleId(1), sampleBody('before')];
    await bench.write(
      { entity, facet: 'body', value: content },
      { entity, facet: 'link', value: { supersededBy: sampleId(2) } },
    );
    expect(await memory(1)).toMatchObject({ state: 0 });
    driver.poke('local_write');
    await until(bench, () => asked('registers') === 1);
    await until(bench, rests(driver));
    expect(await memory(1)).toMatchObject({ state: 1 });
  });

  test('[SY-P6] is asked for ever less often where there is none, and hides nothing until it comes', async () => {
    const { driver, pages, hold, memory, asked, pass } = await started();
    pages.push(replaced());
    driver.poke('hint');
    await pass(DAY_MS);
    const early = asked('registers');
    expect(early).toBeGreaterThan(2);
    expect(early).toBeLessThan(12);
    expect(await memory(1)).toMatchObject({ state: 0 });
    hold(pulledItem(goneRegister(sampleId(2), sampleHlc(3)), 3));
    await pass(2 * DAY_MS);
    expect(await memory(1)).toMatchObject({ state: 1 });
    const last = asked('registers');
    await pass(DAY_MS);
    expect(asked('registers')).toBe(last);
  });
});

describe('what the server refused', () => {
  test.each(['malformed', 'too_big'] as const)(
    '[TR-30] as %s goes out again a day later, is refused at most once a day, and is taken when the refusal was a lie',
    async (verdict) => {
      const { bench, driver, save, transport, asked, pass, held } = await started();
      const { push } = transport;
      let isLying = true;
      transport.push = async (bytes) => {
        if (!isLying) return push(bytes);
        const answer = await push(bytes);
        if (!answer.ok) return answer;
        held.clear();
        const refused = verdictOn({ entity: sampleId(1), facet: 'body' }, verdict, null);
        return { ok: true, value: { ...answer.value, verdicts: [refused] } };
      };
      await save(1);
      driver.poke('local_write');
      await pass(MINUTE_MS);
      expect((await bench.sync.syncFacts()).dead).toBe(1);
      const sent = asked('push');
      await pass(20 * HOUR_MS);
      expect(asked('push')).toBe(sent);
      await pass(52 * HOUR_MS);
      expect(asked('push') - sent).toBeGreaterThan(1);
      expect(asked('push') - sent).toBeLessThan(4);
      expect((await bench.sync.syncFacts()).dead).toBe(1);
      isLying = false;
      await pass(26 * HOUR_MS);
      expect(await bench.sync.syncFacts()).toMatchObject({ dead: 0, pending: 0 });
      expect(held.has(`${sampleId(1)} body`)).toBe(true);
    },
  );
});

describe('whether both hold the same', () => {
  test('[TR-15] is looked at once after the first rest and then once a day, by one request while they do', async () => {
    const { bench, asked, pass, save, driver } = await started();
    await save(1);
    driver.poke('local_write');
    await pass(2 * HOUR_MS);
    expect([asked('digest'), asked('digestRows')]).toEqual([1, 0]);
    expect((await bench.sync.syncFacts()).verified).toMatchObject({ registers: 1, differing: 0 });
    await pass(20 * HOUR_MS);
    expect(asked('digest')).toBe(1);
    await pass(6 * HOUR_MS);
    expect([asked('digest'), asked('digestRows')]).toEqual([2, 0]);
  });

  test('[TR-15] what the server withheld and what it lost is found, fetched and sent again once it tells the truth', async () => {
    const { bench, asked, pass, save, driver, hold, held, memory, pushed } = await started();
    await save(1);
    driver.poke('local_write');
    await pass(2 * HOUR_MS);
    hold(pulledItem(bodyRegister(sampleId(2), sampleHlc(2), 'withheld'), 1));
    held.delete(`${sampleId(1)} body`);
    const before = pushed.length;
    await pass(DAY_MS);
    expect(await memory(2)).toMatchObject({ content: 'withheld' });
    expect(await memory(1)).not.toBeNull();
    expect(pushed.slice(before).flatMap(({ items }) => items.map(({ entity }) => entity))).toEqual([
      sampleId(1),
    ]);
    expect(held.has(`${sampleId(1)} body`)).toBe(true);
    expect((await bench.sync.syncFacts()).verified?.differing).toBe(0);
    // The difference is found, and the next look soon shows that it lasts.
    expect(asked('digest')).toBeLessThanOrEqual(4);
  });

  test('[TR-15] is looked at after a silence of an hour, an answer that is no answer, and a head that fell back', async () => {
    const { bench, asked, pass, script, save, driver, transport } = await started();
    await save(1);
    driver.poke('local_write');
    await pass(2 * HOUR_MS);
    script.pull = [failure('bad_answer')];
    await pass(2 * HOUR_MS);
    expect(asked('digest')).toBe(2);
    const plain = transport.pull;
    transport.pull = async (request) => {
      const answer = await plain(request);
      return answer.ok ? { ok: true, value: { ...answer.value, head: 0 } } : answer;
    };
    await pass(MINUTE_MS);
    transport.pull = plain;
    await pass(2 * HOUR_MS);
    expect(asked('digest')).toBe(3);
    bench.time.skip(2 * HOUR_MS);
    await pass(2 * HOUR_MS);
    expect(asked('digest')).toBe(4);
  });

  test('[TR-15] a server that always says something else is compared with once an hour at most, and sync goes on', async () => {
    const { bench, asked, pass, transport, save, driver, memory } = await started();
    transport.digest = async (above) => {
      transport.digestRows = async () => ({
        ok: true,
        value: { rows: [], more: false, head: 10_000, epoch: 'e0'.repeat(16), serverTime: 1 },
      });
      const ranges = [{ from: '', count: 1, digest: '00'.repeat(8) }];
      return { ok: true, value: { ranges, above, head: 9, epoch: 'e0'.repeat(16), serverTime: 1 } };
    };
    await save(1);
    driver.poke('local_write');
    await pass(DAY_MS);
    expect(asked('push')).toBeGreaterThan(1);
    expect(asked('push')).toBeLessThan(30);
    expect(await memory(1)).not.toBeNull();
    expect((await bench.sync.syncFacts()).verified?.differing).toBe(1);
  });

  test('[TR-15] a sequence above the head of the server, which gave it while it lied, hides nothing that it lacks', async () => {
    const { pass, driver, pages, bench, memory, held } = await started();
    pages.push([pulledItem(bodyRegister(sampleId(3), sampleHlc(3), 'placed'), 1_000_000)]);
    driver.poke('hint');
    await pass(DAY_MS + 2 * HOUR_MS);
    expect(await memory(3)).toMatchObject({ content: 'placed' });
    expect(held.has(`${sampleId(3)} body`)).toBe(true);
    expect((await bench.sync.syncFacts()).verified?.differing).toBe(0);
  });

  test('[TR-1] a place in the log that the server refuses starts the pull over, and without one it is asked again later', async () => {
    const { bench, script, driver, pages, memory, pass } = await started();
    script.pull = [failure('malformed')];
    driver.poke('hint');
    await until(bench, rests(driver));
    expect((await bench.sync.syncFacts()).healed).toMatchObject({ why: 'resync_required' });
    const other = await createDriverBench();
    other.script.pull = [failure('malformed'), failure('too_large')];
    value(await other.driver.start());
    await until(other.bench, rests(other.driver));
    expect(other.driver.state()).toMatchObject({ state: 'idle', lastError: null });
    pages.push([pulledItem(bodyRegister(sampleId(4), sampleHlc(4), 'later'), 1)]);
    driver.poke('hint');
    await pass(MINUTE_MS);
    expect(await memory(4)).toMatchObject({ content: 'later' });
  });

  test('[TR-15] a server that knows no digests is no failure', async () => {
    const { pass, transport, driver } = await started();
    transport.digest = async () => failure('not_found');
    await pass(2 * HOUR_MS);
    expect(driver.state()).toMatchObject({ state: 'idle', lastError: null });
  });
});
