// Files with rows beyond the limits and clocks, written directly into the database: as from an old backup, an earlier release or another
// program.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  doctorResult,
  type EntityId,
  hlcOf,
  inviteResult,
  listResult,
  memoryId,
  saveResult,
  statusResult,
  vaultCreateResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, device, type Server, server } from '../e2e/cairn.ts';
import { onFile, type Statement } from '../e2e/on-file.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];
const STRANGER = '00000000000000bb';
const FAR_MS = Date.UTC(2076, 0, 1);

const by = { device: `d_${'0'.repeat(26)}`, name: 'laptop', session: null, agent: null };
const body = (content: string, more: object = {}): object => ({
  ...{ content, namespace: null, key: null, project: null, source: 'user', createdAt: 1, by },
  ...more,
});
const memory = (): EntityId => memoryId(Date.now(), randomBytes(10));

interface Row {
  readonly entity: string;
  readonly facet: string;
  readonly json: string;
  readonly hlc?: string;
}

const insert = ({ entity, facet, json, hlc = hlcOf(Date.now(), 0, STRANGER) }: Row): Statement => ({
  sql: 'INSERT OR REPLACE INTO registers (entity, facet, hlc, kg, value, seq, taken) VALUES (?, ?, ?, 1, ?, NULL, 1)',
  args: [entity, facet, hlc, json],
});

/** Values beyond the limits, invalid values, and a stamp that no device makes. Each is in its own entity. */
const badRows = (): readonly Row[] => [
  { entity: memory(), facet: 'body', json: JSON.stringify(body('x'.repeat(45_000))) },
  { entity: memory(), facet: 'body', json: JSON.stringify(body('of no time', { createdAt: 9e15 })) },
  { entity: memory(), facet: 'count.a', json: JSON.stringify({ n: 2 ** 53 - 1, first: 0, last: 9e15 }) },
  { entity: memory(), facet: 'tags', json: JSON.stringify({ tags: Array.from({ length: 4_000 }, String) }) },
  { entity: memory(), facet: 'body', json: '{"content":' },
  { entity: memory(), facet: 'mood', json: '{"glad":true}' },
  { entity: memory(), facet: 'body', json: JSON.stringify(body('of no stamp')), hlc: 'soon' },
];

/**
 * Whether the row is kept. A vault's server is asked by name for a row with an invalid value or stamp. Such a row is dropped when the
 * server does not have it either.
 */
const isKept = ({ json, hlc }: Row): boolean => hlc === undefined && json.endsWith('}');

/** Invalid names. Nobody can forget such a memory, and it must not block anything. */
const noNames = (): readonly Row[] => [
  { entity: 'nobody', facet: 'body', json: JSON.stringify(body('nameless')) },
  { entity: '', facet: 'body', json: '{}' },
];

/**
 * Returns a statement that moves an existing value's stamp to the year 2076, from an unknown device. `taken` means that it came from
 * another device.
 */
const stampedAhead = (entity: string, taken: 0 | 1): Statement => ({
  sql: "UPDATE registers SET hlc = ?, taken = ? WHERE entity = ? AND facet = 'body'",
  args: [hlcOf(FAR_MS, 0, STRANGER), taken, entity],
});

/** Statement that makes the file look like that of a release without limits. */
const BEFORE_LIMITS = "DELETE FROM meta WHERE key = 'limits'";

const COMMANDS: readonly (readonly string[])[] = [
  ['list', '--all'],
  ['search', 'tea'],
  ['context'],
  ['context', '-p', 'tea'],
  ['export'],
  ['status'],
  ['stats'],
  ['review'],
  ['profile'],
  ['schedule', 'list'],
  ['session', 'list'],
  ['summarise'],
  ['sync', 'removed'],
];

const expectCommands = async (one: Device, more: readonly (readonly string[])[]): Promise<void> => {
  for (const args of [...COMMANDS, ...more]) {
    const { code, out, err } = await one.run(args);
    expect({ code, damaged: /damaged|panicked/i.test(out + err) }, `cairn ${args.join(' ')}: ${err}`).toEqual(
      {
        code: 0,
        damaged: false,
      },
    );
  }
};

const stopped = async (one: Device): Promise<string> => {
  expect((await one.run(['down'])).code).toBe(0);
  await waitUntil(() => !existsSync(join(one.home, 'daemon.lock')) && one.pid() === null, {
    timeoutMs: 20_000,
    what: 'the daemon to end',
  });
  return join(one.home, 'cairn.db');
};

/** Uses a key, so that saving again changes the memory. */
const save = async (one: Device, text: string, key = text): Promise<string> =>
  (await one.json(saveResult, ['save', text, '--key', key.replaceAll(' ', '-')])).id;
const contents = async (one: Device): Promise<readonly string[]> =>
  (await one.json(listResult, ['list', '-n', '1000'])).memories.map(({ content }) => content).sort();
const syncOf = async (one: Device) => (await one.json(statusResult, ['status'])).sync;
const settle = async (...devices: readonly Device[]): Promise<void> => {
  for (const one of [...devices, ...devices]) {
    const ran = await one.run(WAIT);
    expect(ran.code, ran.err).toBe(0);
  }
};

describe('a file with rows that nothing allows', () => {
  let sync: Server;
  let laptop: Device;
  let desktop: Device;
  beforeAll(async () => {
    [sync, laptop, desktop] = await Promise.all([server(), device('laptop'), device('desktop')]);
  });
  afterAll(async () => {
    await Promise.all([laptop, desktop].map((one) => one.end()));
    await sync.end();
  });

  /** The fault is reported with the id, and forgetting that id ends it. */
  const expectNamedAndForgotten = async (one: Device, rows: readonly Row[]): Promise<void> => {
    const { unreadNamed } = await syncOf(one);
    const named = new Set((unreadNamed ?? []).map(({ id }) => id));
    expect(rows.map(({ entity }) => entity).filter((entity) => !named.has(entity))).toEqual([]);
    const { checks } = await one.json(doctorResult, ['doctor']);
    expect(checks.find(({ id }) => id === 'quarantine')?.message).toContain('cairn forget');
    await expectCommands(one, [['forget', ...rows.map(({ entity }) => entity)]]);
    expect((await syncOf(one)).quarantined).toBe(0);
  };

  test.each([
    ['as an earlier release left it', [BEFORE_LIMITS], []],
    ['as another program wrote it', [], [['doctor', '--fix']]],
  ] as const)(
    '[TR-33] %s, in no vault: every command works, and one bad row costs one row',
    async (_, more, mended) => {
      await laptop.run(['up']);
      const kept = await save(laptop, 'Tea is green');
      const before = await contents(laptop);
      const database = await stopped(laptop);
      const rows = badRows();
      onFile(database, [...rows.map(insert), ...noNames().map(insert), ...more]);
      expect((await laptop.run(['up'])).code).toBe(0);
      await expectCommands(laptop, [['get', kept], ['history', kept], ['pin', kept], ...mended]);
      expect(await contents(laptop)).toEqual(before);
      await expectNamedAndForgotten(laptop, rows);
      await laptop.run(['forget', kept]);
    },
  );

  test('[TR-33] entering a vault: what was stamped in the far future is stamped again, and bad rows cost themselves', async () => {
    const ahead = await save(laptop, 'Coffee is black');
    const database = await stopped(laptop);
    onFile(database, [...badRows().map(insert), stampedAhead(ahead, 0), BEFORE_LIMITS]);
    await laptop.json(vaultCreateResult, [
      'vault',
      'create',
      '--server',
      sync.url,
      '--setup-token',
      sync.setupToken,
    ]);
    const { code } = await laptop.json(inviteResult, ['invite']);
    const joined = await desktop.run(['join', code, '--server', sync.url, '--name', 'desktop']);
    expect(joined.code, joined.err).toBe(0);
    await settle(laptop, desktop);
    expect(await contents(desktop)).toEqual(await contents(laptop));
    expect(await contents(desktop)).toContain('Coffee is black');
    await expectChanged('Coffee is black');
    await expectCommands(laptop, [['doctor']]);
  });

  /** An edit by either device reaches the second one, because no stamp of the far future blocks it. */
  const expectChanged = async (key: string): Promise<void> => {
    for (const [from, to] of [
      [desktop, laptop],
      [laptop, desktop],
    ] as const) {
      const said = `${key}, says ${from === laptop ? 'the laptop' : 'the desktop'}`;
      await save(from, said, key);
      await settle(from, to);
      expect(await contents(to)).toContain(said);
    }
  };

  test('[TR-33] in a vault: sync works, what the server holds comes again, and edits win', async () => {
    const [broken, ahead] = [await save(laptop, 'Water is clear'), await save(desktop, 'Milk is white')];
    await settle(laptop, desktop);
    const database = await stopped(laptop);
    const rows = badRows();
    onFile(database, [
      ...rows.map(insert),
      ...noNames().map(insert),
      { sql: "UPDATE registers SET value = '{' WHERE entity = ? AND facet = 'body'", args: [broken] },
      stampedAhead(ahead, 1),
      BEFORE_LIMITS,
    ]);
    expect((await laptop.run(['up'])).code).toBe(0);
    await settle(laptop, desktop);
    await expectCommands(laptop, [['get', ahead]]);
    for (const one of [laptop, desktop]) {
      expect(await contents(one)).toContain('Water is clear');
      expect(await contents(one)).toContain('Milk is white');
    }
    await expectChanged('Milk is white');
    await expectNamedAndForgotten(laptop, rows.filter(isKept));
    await settle(laptop, desktop);
    expect(await syncOf(laptop)).toMatchObject({ state: 'idle', pending: 0, dead: 0, quarantined: 0 });
    expect(await contents(desktop)).toEqual(await contents(laptop));
  });

  test('[TR-33] a backup with such rows is restored, looked through, and sync goes on', async () => {
    const ahead = await save(laptop, 'Juice is orange');
    await settle(laptop, desktop);
    const backup = join(laptop.home, 'backup.db');
    expect((await laptop.run(['backup', backup])).code).toBe(0);
    const rows = badRows();
    onFile(backup, [...rows.map(insert), ...noNames().map(insert), stampedAhead(ahead, 1)]);
    const restored = await laptop.run(['restore', backup, '--yes']);
    expect(restored.code, restored.err).toBe(0);
    await settle(laptop, desktop);
    await expectCommands(laptop, [['get', ahead]]);
    await expectChanged('Juice is orange');
    await expectNamedAndForgotten(laptop, rows.filter(isKept));
    await settle(laptop, desktop);
    expect(await contents(desktop)).toEqual(await contents(laptop));
  });
});
