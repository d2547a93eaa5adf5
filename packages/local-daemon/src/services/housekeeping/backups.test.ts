import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCrypto, type Engine, openEngine } from '@cairn/core';
import { createFakeTime, mustBe } from '@cairn/core/testing';
import { DAY_MS, deviceId, FACET_VERSION, hlcOf, isEntityId, nodeOf, vaultId } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBackupFolder } from '../../adapters/backup-folder.ts';
import { createGate } from '../gate.ts';
import { BACKUP_JOB, type BackupFolder, createBackups } from './backups.ts';
import type { Job } from './housekeeping.ts';

const scene = async (options: { readonly isOn?: boolean; readonly free?: number } = {}) => {
  const home = await homeForTest();
  const database = join(home, 'cairn.db');
  const backups = join(home, 'backups');
  let erased = (): Promise<void> => Promise.resolve();
  const opened = await openEngine({ path: database, deviceName: 'desk', onErased: () => erased() });
  if (!opened.ok) throw new Error(opened.error.message);
  const engine: Engine = opened.value;
  onTestFinished(() => engine.close());
  const time = createFakeTime(Date.UTC(2026, 10, 22, 12));
  const real = createBackupFolder(backups, database);
  const { free } = options;
  const folder: BackupFolder =
    free === undefined ? real : { ...real, room: () => ({ ...real.room(), free }) };
  let job: Job | null = null;
  let remade: ReturnType<Job['run']> | undefined;
  const begin = ({ isOn = true }: { readonly isOn?: boolean }) => {
    const service = createBackups({
      ...{ engine: () => engine, gate: createGate(), folder, isOn, timers: time },
      makeOne: async () => {
        remade = job?.run();
        await remade;
      },
      nowMs: time.nowMs,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    erased = service.erased;
    service.begin({
      add: (one) => {
        if (one.id === BACKUP_JOB) job = one;
        return () => undefined;
      },
    });
  };
  begin(options);
  const make = async () => {
    time.skip(1_000);
    return (await (job as Job | null)?.run()) ?? null;
  };
  const copies = (): readonly string[] => (existsSync(backups) ? readdirSync(backups).sort() : []);
  const save = (content: string) => mustBe(engine.remember({ content, source: 'user' }));
  const holds = (word: string): boolean =>
    copies().some((name) => readFileSync(join(backups, name)).includes(word));
  return {
    ...{ database, backups, engine, again: begin, time, make, copies, save, holds },
    job: () => job,
    remade: () => remade,
    die: () => {
      erased = () => Promise.resolve();
    },
  };
};

describe('[ST-2] copies that the daemon makes by itself', () => {
  test('are whole, private, and the newest seven', async () => {
    const { make, copies, save, holds, backups } = await scene();
    await save('The tunnel opens in spring');
    for (let day = 0; day < 9; day++)
      expect(await make()).toMatchObject({ status: 'ok', said: expect.stringContaining('1 memories') });
    expect(copies()).toHaveLength(7);
    expect(copies()[0]).toBe('cairn-2026-11-22T12-00-03-000Z.db');
    expect(holds('tunnel')).toBe(true);
    expect(statSync(backups).mode & 0o777).toBe(0o700);
    expect(statSync(join(backups, copies()[0] ?? '')).mode & 0o777).toBe(0o600);
  });

  test('are kept although older ones have later names, of a clock that was ahead', async () => {
    const { make, copies, backups } = await scene();
    await make();
    for (let day = 1; day < 8; day++)
      writeFileSync(join(backups, `cairn-2036-01-0${day}T00-00-00-000Z.db`), '');
    const own = ['cairn-2026-11-22T12-00-01-000Z.db'];
    for (let second = 2; second < 5; second++) {
      expect(await make()).toMatchObject({ status: 'ok', said: expect.stringContaining('7 copies') });
      own.push(`cairn-2026-11-22T12-00-0${second}-000Z.db`);
      expect(copies().slice(0, own.length)).toEqual(own);
    }
  });

  test('are left out, with the reason, where the disk has too little room', async () => {
    const { make, copies } = await scene({ free: 1_000 });
    expect(await make()).toMatchObject({ status: 'skipped', said: expect.stringContaining('a copy needs') });
    expect(copies()).toEqual([]);
  });

  test('are not made when they are switched off', async () => {
    const { job } = await scene({ isOn: false });
    expect(job()).toBeNull();
  });

  test('half a copy, which a kill left, is removed with the next one', async () => {
    const { make, copies, backups } = await scene();
    await make();
    writeFileSync(join(backups, 'cairn-2026-11-22T09-00-00-000Z.db.part'), 'half');
    writeFileSync(join(backups, 'mine.db'), 'not ours');
    await make();
    expect(copies().filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(copies()).toContain('mine.db');
  });
});

describe('[ST-4] forgetting reaches the copies', () => {
  test('before it is answered no copy holds the words; a new one is made when things are quiet', async () => {
    const { make, copies, save, holds, engine, time, remade } = await scene();
    const { id } = await save('The tunnel opens in spring');
    await save('Something that stays');
    await make();
    await make();
    expect(holds('tunnel')).toBe(true);
    await mustBe(engine.forget({ ids: [id] }));
    expect(copies()).toEqual([]);
    while (time.nextAtMs() !== null) time.runNext();
    await remade();
    expect(copies()).toHaveLength(1);
    expect(holds('stays')).toBe(true);
    expect(holds('tunnel')).toBe(false);
  });

  test('so it is with sessions, documents that are taken out, and schedules', async () => {
    const { make, copies, engine } = await scene();
    const document = await mustBe(
      engine.indexDocument({ path: '/tmp/a.md', project: null, text: 'a word', modifiedAt: 1 }),
    );
    const { row } = await mustBe(
      engine.addSchedule({ goal: 'x', cadence: { type: 'interval', seconds: 60 } }, 'UTC'),
    );
    await make();
    await mustBe(engine.forgetSource(document.id, true));
    expect(copies()).toEqual([]);
    await make();
    await mustBe(engine.deleteSchedule(row.id));
    expect(copies()).toEqual([]);
  });

  test('a file that is gone from the disk is not forgotten, and superseding takes nothing away', async () => {
    const { make, copies, engine, save } = await scene();
    const document = await mustBe(
      engine.indexDocument({ path: '/tmp/a.md', project: null, text: 'a word', modifiedAt: 1 }),
    );
    const { id } = await save('first');
    await make();
    await mustBe(engine.forgetSource(document.id));
    await mustBe(engine.supersede(id, { content: 'second', source: 'user' }));
    expect(copies()).toHaveLength(1);
  });

  test('what was forgotten while nobody could remove copies is made up for at the start, also when none are made any more', async () => {
    const { make, copies, save, engine, die, again } = await scene();
    const { id } = await save('The tunnel opens in spring');
    await make();
    // The daemon is killed between a forget and the deletion of the copies.
    die();
    await mustBe(engine.forget({ ids: [id] }));
    expect(copies()).toHaveLength(1);
    again({ isOn: false });
    await expect.poll(copies).toEqual([]);
    await expect.poll(() => engine.erasedAt()).toBeNull();
  });
});

describe('[RL-31] what a restore replaced', () => {
  const name = (at: number, side = ''): string =>
    `before-restore-${new Date(at).toISOString().replace(/[:.]/g, '-')}.db${side}`;

  test('goes when something is forgotten, with its log, like every copy', async () => {
    const { copies, save, engine, backups, time, again } = await scene();
    const { id } = await save('The tunnel opens in spring');
    mkdirSync(backups);
    for (const side of ['', '-wal']) writeFileSync(join(backups, name(time.nowMs(), side)), 'The tunnel');
    again({});
    expect(copies()).toHaveLength(2);
    await mustBe(engine.forget({ ids: [id] }));
    expect(copies()).toEqual([]);
  });

  test('goes after 30 days and not before, also where no copies are made and where an earlier version put it', async () => {
    const { copies, backups, database, time, again } = await scene({ isOn: false });
    mkdirSync(backups);
    const now = time.nowMs();
    writeFileSync(join(backups, name(now - 30 * DAY_MS)), 'old');
    writeFileSync(join(backups, name(now - 30 * DAY_MS + 1)), 'young');
    // A file from a clock that was wrong by years is not kept for years.
    writeFileSync(join(backups, name(now + 400 * DAY_MS)), 'of the future');
    const legacy = (at: number): string => `${database}.before-restore-${name(at).slice(15, -3)}`;
    for (const side of ['', '-wal']) writeFileSync(`${legacy(now - DAY_MS)}${side}`, 'of before');
    writeFileSync(legacy(now - 31 * DAY_MS), 'long ago');
    again({ isOn: false });
    expect(copies()).toEqual([name(now - 30 * DAY_MS + 1), name(now - DAY_MS), name(now - DAY_MS, '-wal')]);
    expect(existsSync(legacy(now - 31 * DAY_MS))).toBe(false);
  });

  test('stays beside the seven newest copies', async () => {
    const { make, copies, backups, time } = await scene();
    mkdirSync(backups);
    writeFileSync(join(backups, name(time.nowMs())), 'aside');
    for (let day = 0; day < 8; day++) await make();
    expect(copies()).toHaveLength(8);
  });
});

const idOf = (n: number): Uint8Array => new Uint8Array(10).fill(n);
const AT = 1_700_000_000_000;
const VAULT = vaultId(AT, idOf(3));
const EPOCH = 'e0'.repeat(16);
const ANCHOR = `0.${'a0'.repeat(16)}`;
const keysUpTo = (kg: number): Parameters<Engine['useKeys']>[0] => ({
  ...{ vault: VAULT, kind: 'sealed', kg },
  keys: [1, 2].slice(0, kg).map((one) => ({ kg: one, key: `${one}${one}`.repeat(32) })),
  bounds: { begun: [], complete: 0 },
});

const enterVault = async (engine: Engine): Promise<void> => {
  await mustBe(
    engine.enterVault({
      vault: { id: VAULT, kind: 'sealed', server: 'https://sync.example', kg: 1 },
      salt: '5a'.repeat(32),
      device: { id: deviceId(AT, idOf(1)), name: 'desk' },
      push: { epoch: EPOCH, anchor: ANCHOR, lastPushNo: 0, head: 0 },
    }),
  );
  await mustBe(engine.useKeys(keysUpTo(1)));
};

/** Returns a page on which another member forgets this memory, sealed with that key generation. */
const pageThatForgets = async (entity: string, kg: number) => {
  if (!isEntityId(entity)) throw new Error('it is one');
  const crypto = await createCrypto({ random: { bytes: (count) => randomBytes(count) } });
  const hlc = hlcOf(Date.now() + 1_000, 0, nodeOf(deviceId(AT, idOf(9))));
  const item = crypto
    .makeSealer(keysUpTo(kg))
    .seal({ entity, facet: 'gone', hlc, v: FACET_VERSION }, JSON.stringify({ hash: null }));
  return {
    ...{ items: [{ ...item, seq: 1 }], cursor: 'c1', hasMore: false, expected: null },
    ...{ head: 1, high: 1, tombFloor: 0, epoch: EPOCH, anchor: ANCHOR, serverTime: Date.now() },
  };
};

describe('[ST-4] a tombstone that comes out of quarantine leaves the words nowhere', () => {
  const hear = (engine: Engine, serverTime: number): Promise<void> =>
    engine.noteServerTime({ serverTime, sentAt: Date.now(), receivedAt: Date.now() });

  test.each(['useKeys', 'retryDead'] as const)('by %s', async (way) => {
    const { make, copies, save, holds, engine, database } = await scene();
    const inFile = (): readonly string[] =>
      ['', '-wal'].filter((side) => readFileSync(`${database}${side}`).includes('tunnel'));
    const { id } = await save('The tunnel opens in spring');
    await enterVault(engine);
    await make();
    expect([holds('tunnel'), inFile()]).toEqual([true, expect.arrayContaining(['-wal'])]);
    if (way === 'retryDead') await hear(engine, Date.now() - 2 * DAY_MS);
    const page = await pageThatForgets(id, way === 'useKeys' ? 2 : 1);
    expect(await mustBe(engine.applyPage(page))).toMatchObject({ applied: 0, quarantined: 1 });
    expect(copies()).toHaveLength(1);
    if (way === 'retryDead') await hear(engine, Date.now() + 60_000);
    expect(await mustBe(way === 'useKeys' ? engine.useKeys(keysUpTo(2)) : engine.retryDead())).toMatchObject({
      recovered: 1,
    });
    expect(inFile()).toEqual([]);
    await expect.poll(copies).toEqual([]);
    await expect.poll(() => engine.erasedAt()).toBeNull();
  });
});
