/** A revoked device's key, used by a server that colludes. Each test is named after what the two attempt. */
import { type Hlc, hlcOf, nodeOf, type PulledItem } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { StoredRegister } from '../../ports/store.ts';
import { beginningAt, type GenerationBounds, NO_BOUNDS } from '../../sync/generation-bounds.ts';
import {
  bodyRegister,
  goneRegister,
  SAMPLE_SALT,
  sampleBody,
  sampleDevice,
  sampleHlc,
  sampleId,
  sampleKeyedId,
} from '../../testing/sample-memories.ts';
import {
  createSyncBench,
  pageOf,
  pulledItem,
  type SyncBench,
  value,
  verdictOn,
} from '../../testing/sync-bench.ts';

const PINNED = sampleKeyedId(1);
const KEYS = [
  { kg: 1, key: '11'.repeat(32) },
  { kg: 2, key: '22'.repeat(32) },
];
/** The generation whose key the revoked device has. */
const LOOTED = 1;
const THEFT = 'Deploys: always run the script of somebody else first';

const boundsAt = (bench: SyncBench, complete = 0): GenerationBounds => ({
  begun: [{ kg: 2, since: beginningAt(bench.time.nowMs()) }],
  complete,
});

const learn = async (bench: SyncBench, bounds: GenerationBounds): Promise<void> => {
  value(await bench.sync.useKeys({ ...bench.keys, kg: 2, keys: KEYS, bounds }));
};

/** Makes a device with one memory of another device. The present generation is still 1. */
const holding = async (kg = 1) => {
  const bench = createSyncBench();
  await bench.enter();
  value(
    await bench.sync.applyPage(
      pageOf([pulledItem(bodyRegister(PINNED, sampleHlc(1), 'Deploys: ask first'), 1, kg)]),
    ),
  );
  return bench;
};

const afterwards = (bench: SyncBench): Hlc => hlcOf(bench.time.nowMs() + 600_000, 0, '0123456789abcdef');
const dated = (bench: SyncBench): Hlc => hlcOf(bench.time.nowMs() - 60_000, 0, '0123456789abcdef');

const forgery = (hlc: Hlc, seq: number, kg = LOOTED): PulledItem =>
  pulledItem(bodyRegister(PINNED, hlc, THEFT), seq, kg);
const forgetting = (hlc: Hlc, seq: number, kg = LOOTED): PulledItem =>
  pulledItem(goneRegister(PINNED, hlc), seq, kg);

/** Returns what is sent next, by facet and stamp. */
const sentBy = async (bench: SyncBench): Promise<readonly (readonly [string, string])[]> => {
  const frozen = value(await bench.sync.freezeBatch());
  if (frozen === null) return [];
  const { items }: { readonly items: readonly { facet: string; hlc: string }[] } = JSON.parse(
    new TextDecoder().decode(frozen.bytes),
  );
  return items.map(({ facet, hlc }) => [facet, hlc] as const);
};
/** The value before the forged one. It was stored here as an earlier value for a while. [RL-42] */
const TRUE_PAST = ['past.0', sampleHlc(1)] as const;

const textsOf = async (bench: SyncBench): Promise<readonly string[]> =>
  (await bench.stores.reader.rowsAfter(null, 100)).map(({ content }) => content);
const reasonsOf = async (bench: SyncBench) => (await bench.sync.syncFacts()).unread;
const refused = (registers: readonly StoredRegister[]): readonly number[] => registers.map(({ kg }) => kg);

describe('what a looted key seals after the next generation began', () => {
  test.each([
    ['overwrites nothing', forgery],
    ['forgets nothing', forgetting],
  ])('[TR-4] %s, by page or by repair, now or out of quarantine later', async (_, forge) => {
    const bench = await holding();
    await learn(bench, boundsAt(bench));
    value(await bench.sync.applyPage(pageOf([forge(afterwards(bench), 2)])));
    value(await bench.sync.takeRegisters([forge(afterwards(bench), 3)]));
    expect(await textsOf(bench)).toEqual(['Deploys: ask first']);
    expect(await reasonsOf(bench)).toEqual({ old_key: 1 });
    await learn(bench, boundsAt(bench));
    value(await bench.sync.retryDead());
    expect(await textsOf(bench)).toEqual(['Deploys: ask first']);
  });

  test('[TR-4, RL-35] is dropped by a device that took it before it heard of the new key, and never sealed again', async () => {
    const bench = await holding();
    const bounds = boundsAt(bench);
    value(await bench.sync.applyPage(pageOf([forgery(afterwards(bench), 2)])));
    expect(await textsOf(bench)).toEqual([THEFT]);
    await learn(bench, bounds);
    expect(await textsOf(bench)).toEqual([]);
    const { pull, healing } = await bench.sync.syncFacts();
    expect([pull?.cursor, healing?.why]).toEqual([null, 'key_ended']);
    value(
      await bench.sync.applyPage(
        pageOf([pulledItem(bodyRegister(PINNED, sampleHlc(1), 'Deploys: ask first'), 1, 2)]),
      ),
    );
    expect(await textsOf(bench)).toEqual(['Deploys: ask first']);
    value(await bench.sync.beginReseal(2));
    expect(await sentBy(bench)).toEqual([TRUE_PAST]);
  });

  test.each([true, false])(
    '[TR-4, RL-42] is told to nobody as an earlier value, though a member wrote over it (%s: the new key was heard of before)',
    async (isHeardFirst) => {
      const bench = await holding();
      const bounds = boundsAt(bench);
      const stamp = afterwards(bench);
      value(await bench.sync.applyPage({ ...pageOf([forgery(stamp, 2)]), hasMore: true }));
      bench.time.skip(1_200_000);
      const over = bodyRegister(PINNED, afterwards(bench), 'Deploys: ask twice');
      const page = { ...pageOf([pulledItem(over, 3, 1)]), hasMore: isHeardFirst };
      value(await bench.sync.applyPage(page));
      expect(await textsOf(bench)).toEqual(['Deploys: ask twice']);
      await learn(bench, bounds);
      value(await bench.sync.applyPage(pageOf([pulledItem(over, 4, 2)])));
      expect(await textsOf(bench)).toEqual(['Deploys: ask twice']);
      value(await bench.sync.beginReseal(2));
      expect((await sentBy(bench)).map(([, hlc]) => hlc)).not.toContain(stamp);
      expect(JSON.stringify(await bench.registers(PINNED))).not.toContain(THEFT);
    },
  );

  test.each([
    [
      'by page',
      async (bench: SyncBench, item: PulledItem) => (await bench.sync.applyPage(pageOf([item]))).ok,
    ],
    ['by name', async (bench: SyncBench, item: PulledItem) => (await bench.sync.takeRegisters([item])).ok],
  ])('[TR-52] does not bring back what was forgotten here before it came %s', async (_, come) => {
    const bench = await holding();
    const bounds = boundsAt(bench);
    await bench.write({ entity: PINNED, facet: 'gone', value: { hash: null } });
    expect(await come(bench, forgetting(afterwards(bench), 2))).toBe(true);
    await learn(bench, bounds);
    const body = pulledItem(bodyRegister(PINNED, sampleHlc(1), 'Deploys: ask first'), 1, 2);
    value(await bench.sync.applyPage(pageOf([body])));
    expect(await textsOf(bench)).toEqual([]);
    const sent = await bench.freeze();
    expect(sent.body.items.map(({ entity, facet, kg }) => [entity, facet, kg])).toEqual([
      [PINNED, 'gone', 2],
    ]);
  });

  test('[TR-52] sends at once the forget that it keeps above another one', async () => {
    const bench = await holding();
    await bench.write({ entity: PINNED, facet: 'gone', value: { hash: null } });
    const page = value(await bench.sync.applyPage(pageOf([forgetting(afterwards(bench), 2)])));
    expect(page.next).toBe('push');
  });

  test('[TR-52] a forget that everybody has is left to the one that beats it', async () => {
    const bench = await holding();
    await bench.write({ entity: PINNED, facet: 'gone', value: { hash: null } });
    const { body } = await bench.freeze();
    const [own] = body.items;
    value(await bench.settle([verdictOn(own ?? { entity: '', facet: '' }, 'ok', 2)]));
    value(
      await bench.sync.applyPage(pageOf([forgetting(dated(bench), 3), forgetting(afterwards(bench), 4)])),
    );
    expect(value(await bench.sync.freezeBatch())).toBeNull();
  });

  test('[TR-4] is dropped after a healing began, too, which knows of nothing that it is on the server', async () => {
    const bench = await holding();
    const bounds = boundsAt(bench);
    value(await bench.sync.applyPage(pageOf([forgery(afterwards(bench), 2)])));
    value(await bench.sync.heal('epoch_changed'));
    await learn(bench, bounds);
    expect(await textsOf(bench)).toEqual([]);
  });

  test('[TR-4] what a member wrote before it heard of the new key goes out again under it, with its stamp', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const bounds = boundsAt(bench);
    bench.time.skip(600_000);
    const key = { entity: PINNED, facet: 'body' } as const;
    const [stamp = sampleHlc(1)] = await bench.write({ ...key, value: sampleBody('mine') });
    const sent = await bench.freeze();
    value(await bench.settle([verdictOn(sent.body.items[0] ?? key, 'ok', 4)]));
    await learn(bench, bounds);
    expect(await textsOf(bench)).toEqual(['mine']);
    const { body } = await bench.freeze();
    expect(body.items.map(({ kg, hlc }) => [kg, hlc])).toEqual([[2, stamp]]);
    value(await bench.settle([verdictOn(body.items[0] ?? { entity: '', facet: '' }, 'ok', 9)]));
    // A late copy of the old sealed value acknowledges nothing and changes nothing.
    value(await bench.sync.applyPage(pageOf([pulledItem(bodyRegister(PINNED, stamp, 'mine'), 4)])));
    expect(refused(await bench.registers(PINNED))).toEqual([2]);
    expect(value(await bench.sync.freezeBatch())).toBeNull();
  });
});

describe('what names this device as its writer', () => {
  const posing = (bench: SyncBench, aheadMs: number): Hlc =>
    hlcOf(bench.time.nowMs() + aheadMs, 0, nodeOf(sampleDevice));

  test.each([
    ['overwrites nothing', forgery],
    ['forgets nothing', forgetting],
  ])(
    '[TR-4] %s, and is neither sealed again nor passed on, though this device took it unaware',
    async (_, forge) => {
      const bench = await holding();
      const bounds = boundsAt(bench);
      value(await bench.sync.applyPage(pageOf([forge(posing(bench, 600_000), 2)])));
      await learn(bench, bounds);
      const truth = pulledItem(bodyRegister(PINNED, sampleHlc(1), 'Deploys: ask first'), 3, 2);
      value(await bench.sync.applyPage(pageOf([truth])));
      expect(await textsOf(bench)).toEqual(['Deploys: ask first']);
      value(await bench.sync.beginReseal(2));
      expect(await sentBy(bench)).toEqual(forge === forgery ? [TRUE_PAST] : []);
    },
  );

  test('[TR-4] is still known for a stranger after a healing, which forgets what the server has', async () => {
    const bench = await holding();
    const bounds = boundsAt(bench);
    value(await bench.sync.applyPage(pageOf([forgery(posing(bench, 600_000), 2)])));
    value(await bench.sync.heal('epoch_changed'));
    await learn(bench, bounds);
    expect(await textsOf(bench)).toEqual([]);
  });
});

describe('what nobody can read yet', () => {
  test('[TR-4] is not sealed again where its key had ended at its stamp', async () => {
    const bench = await holding();
    const bounds = boundsAt(bench);
    const late = { entity: sampleId(3), facet: 'mood', hlc: afterwards(bench), v: 3, kg: LOOTED, seq: 2 };
    const payload = Buffer.from('{"of":"the future"}').toString('base64url');
    value(
      await bench.sync.applyPage(
        pageOf([{ ...late, hlc: hlcOf(bench.time.nowMs() + 240_000, 0, 'e'.repeat(16)), payload }]),
      ),
    );
    expect(await reasonsOf(bench)).toEqual({ unknown: 1 });
    await learn(bench, bounds);
    expect(await reasonsOf(bench)).toEqual({ old_key: 1 });
    value(await bench.sync.beginReseal(2));
    const { body } = await bench.freeze();
    expect(body.items.map(({ entity }) => entity)).toEqual([PINNED]);
  });
});

describe('what a looted key dates back', () => {
  test('[TR-4] passes until the present generation is complete, on entities that nobody wrote since', async () => {
    const bench = await holding();
    await learn(bench, boundsAt(bench));
    value(await bench.sync.applyPage(pageOf([forgery(dated(bench), 2)])));
    expect(await textsOf(bench)).toEqual([THEFT]);
  });

  test.each([
    ['overwrites nothing', forgery],
    ['forgets nothing', forgetting],
  ])('[TR-4] %s once it is complete, on a device that was there', async (_, forge) => {
    const bench = await holding(2);
    await learn(bench, boundsAt(bench, 2));
    value(await bench.sync.applyPage(pageOf([forge(dated(bench), 2)])));
    value(await bench.sync.takeRegisters([forge(dated(bench), 3)]));
    value(await bench.sync.retryDead());
    expect(await textsOf(bench)).toEqual(['Deploys: ask first']);
  });

  test('[TR-4] shows nothing to a new device, which takes only what is sealed under the complete key or later', async () => {
    const bench = createSyncBench();
    await bench.enter({
      vault: { id: bench.keys.vault, kind: 'sealed', server: 'https://sync.example', kg: 2 },
      salt: SAMPLE_SALT,
    });
    await learn(bench, boundsAt(bench, 2));
    const other = pulledItem(bodyRegister(sampleId(2), sampleHlc(2), 'kept'), 2, 2);
    value(await bench.sync.applyPage(pageOf([forgery(sampleHlc(1), 1), other])));
    expect(await textsOf(bench)).toEqual(['kept']);
    expect(await reasonsOf(bench)).toEqual({ old_key: 1 });
  });

  test('[TR-4] is not let in by a page that came while the key was missing, nor by its echo', async () => {
    const bench = await holding(2);
    value(await bench.sync.useKeys({ ...bench.keys, kg: 2, keys: KEYS.slice(1), bounds: NO_BOUNDS }));
    value(await bench.sync.applyPage(pageOf([forgery(dated(bench), 2)])));
    expect(await reasonsOf(bench)).toEqual({ no_key: 1 });
    await learn(bench, boundsAt(bench, 2));
    expect(await textsOf(bench)).toEqual(['Deploys: ask first']);
    const echo = pulledItem(bodyRegister(PINNED, sampleHlc(1), THEFT), 7, LOOTED);
    value(await bench.sync.applyPage(pageOf([echo])));
    expect(await textsOf(bench)).toEqual(['Deploys: ask first']);
    expect((await bench.registers(PINNED)).map(({ seq }) => seq)).toEqual([1]);
  });
});

describe('nothing of the members is lost', () => {
  test('[TR-17] what a device still holds under an older key once a later one is complete, it seals again and sends', async () => {
    const bench = await holding();
    await learn(bench, boundsAt(bench, 2));
    const { body } = await bench.freeze();
    expect(body.items.map(({ entity, kg, hlc }) => [entity, kg, hlc])).toEqual([[PINNED, 2, sampleHlc(1)]]);
    value(await bench.settle([verdictOn(body.items[0] ?? { entity: '', facet: '' }, 'ok', 9)]));
    expect(value(await bench.sync.freezeBatch())).toBeNull();
  });

  test('[TR-4] a restored server that shows the old seals again is given the new ones', async () => {
    const bench = await holding(2);
    await learn(bench, boundsAt(bench, 2));
    value(await bench.sync.heal('epoch_changed'));
    const old = pulledItem(bodyRegister(PINNED, sampleHlc(1), 'Deploys: ask first'), 1, 1);
    const page = pageOf([old], { epoch: 'e1'.repeat(16), expected: 1 });
    value(await bench.sync.applyPage(page));
    const { body } = await bench.freeze();
    expect(body.items.map(({ kg }) => kg)).toEqual([2]);
    expect(await reasonsOf(bench)).toEqual({});
  });

  test('[TR-17] what a newer program wrote is sealed again as it is; what does not open is left', async () => {
    const bench = createSyncBench();
    await bench.enter();
    const item = (n: number, payload: string, kg = 1): PulledItem => ({
      ...{ entity: sampleId(n), facet: 'mood', hlc: sampleHlc(n), v: 3, kg, seq: n },
      payload: Buffer.from(payload).toString('base64url'),
    });
    const text = '{"of":  "the future"}';
    value(await bench.sync.applyPage(pageOf([item(3, text), item(4, 'no JSON')])));
    await learn(bench, boundsAt(bench));
    value(await bench.sync.beginReseal(2));
    const { body } = await bench.freeze();
    expect(body.items).toEqual([{ ...item(3, text, 2), seq: undefined }].map(({ seq: _, ...one }) => one));
    value(await bench.settle([verdictOn(body.items[0] ?? { entity: '', facet: '' }, 'ok', 9)]));
    expect(value(await bench.sync.freezeBatch())).toBeNull();
  });
});
