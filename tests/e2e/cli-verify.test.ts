// A device and its server that differ without an error: `cairn sync verify` names the differences, and `cairn sync repair` repairs them.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  doctorResult,
  inviteResult,
  listResult,
  repairResult,
  saveResult,
  statusResult,
  verifyResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, device, root, type Server, server } from './cairn.ts';

/**
 * Runs SQL in a separate process, on files that no process has open, to make damage that no program of ours makes. A second WebAssembly
 * compiler would cost more than it saves.
 */
const runScript = (code: string, path: string): void => {
  execFileSync(process.execPath, ['--liftoff-only', '--input-type=module', '-e', code, path], {
    stdio: 'pipe',
  });
};

const harmServer = async (sync: Server, sql: string): Promise<void> => {
  await sync.stop();
  const library = new URL(`file://${root}/packages/cloud/node_modules/@electric-sql/pglite/dist/index.js`);
  const code = `
    import { PGlite } from ${JSON.stringify(library.href)};
    const db = await PGlite.create(process.argv[1]);
    await db.exec(${JSON.stringify(sql)});
    await db.close();
  `;
  runScript(code, join(sync.data, 'database'));
  await sync.start();
};

const harmDevice = async (of: Device, statements: readonly string[]): Promise<void> => {
  expect((await of.run(['down'])).code).toBe(0);
  await waitUntil(() => !existsSync(join(of.home, 'daemon.lock')) && of.pid() === null, {
    timeoutMs: 20_000,
    what: 'the daemon to end',
  });
  const library = new URL(`file://${root}/packages/core/node_modules/@libsql/client/lib-esm/node.js`);
  const code = `
    import { createClient } from ${JSON.stringify(library.href)};
    const db = createClient({ url: 'file:' + process.argv[1] });
    await db.executeMultiple(${JSON.stringify(statements.join(';'))});
    db.close();
  `;
  runScript(code, join(of.home, 'cairn.db'));
};

const VERIFY = ['sync', 'verify'];
const REPAIR = ['sync', 'repair'];

describe('a vault that came apart', () => {
  let sync: Server;
  let laptop: Device;
  let desktop: Device;
  const saved: string[] = [];
  const save = async (of: Device, text: string, ...more: readonly string[]): Promise<string> =>
    (await of.json(saveResult, ['save', text, ...more])).id;
  const syncAll = async (): Promise<void> => {
    for (const one of [laptop, desktop, laptop]) {
      const ran = await one.run(['sync', '--wait', '--timeout', '60']);
      expect(ran.code, ran.err).toBe(0);
    }
  };
  /** Expects exit code 5, the document on standard output and the sentence on standard error. */
  const differences = async (of: Device) => {
    const ran = await of.run([...VERIFY, '--json']);
    expect(ran.code, ran.err).toBe(5);
    const found = verifyResult.parse(JSON.parse(ran.out));
    expect(found.equal).toBe(false);
    expect(ran.err).toContain('cairn sync repair');
    return found;
  };
  const contents = async (of: Device): Promise<readonly string[]> =>
    (await of.json(listResult, ['list'])).memories.map(({ content }) => content).toSorted();
  const expectEqual = async (): Promise<void> => {
    await syncAll();
    for (const one of [laptop, desktop])
      expect(await one.json(verifyResult, VERIFY)).toMatchObject({ equal: true, differences: [], unfit: 0 });
    expect(await contents(laptop)).toEqual(await contents(desktop));
  };

  beforeAll(async () => {
    [sync, laptop, desktop] = await Promise.all([server(), device('laptop'), device('desktop')]);
    const create = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken];
    expect((await laptop.run(create)).code).toBe(0);
    const { code } = await laptop.json(inviteResult, ['invite']);
    expect((await desktop.run(['join', code, '--server', sync.url, '--name', 'desktop'])).code).toBe(0);
    for (let n = 0; n < 6; n += 1) saved.push(await save(n % 2 === 0 ? laptop : desktop, `fact number ${n}`));
    await save(laptop, 'vim', '--key', 'editor');
  });
  afterAll(() => Promise.all([laptop.end(), desktop.end()]).then(() => sync.end()));

  test('[SY-E5] in sync both hold the same, exit 0, and status and doctor say when that was seen', async () => {
    await expectEqual();
    expect((await laptop.run(VERIFY)).out).toMatch(
      /^Equal: this device and the server hold the same 7 registers\.\n$/,
    );
    const { verified } = (await laptop.json(statusResult, ['status'])).sync;
    expect(verified).toMatchObject({ registers: 7, differing: 0 });
    expect((await laptop.run(['status'])).out).toContain('the same as the server');
    const { checks } = await laptop.json(doctorResult, ['doctor']);
    expect(checks.find(({ id }) => id === 'verified')).toMatchObject({ status: 'pass' });
    const { out: seen } = await laptop.run(['doctor']);
    expect(seen).toMatch(/held the same at the last comparison: (?:today|yesterday) \d\d:\d\d\./);
  });

  test('[SY-E5] a row deleted on the server, an older one put back and a lost delete are named, exit 5, and sent again', async () => {
    const [lost, older, forgotten] = [saved[0] ?? '', saved[1] ?? '', saved[5] ?? ''];
    expect((await laptop.run(['forget', forgotten])).code).toBe(0);
    expect((await laptop.run(['sync', '--wait'])).code).toBe(0);
    await harmServer(
      sync,
      `delete from cairn.registers where entity in ('${lost}', '${forgotten}');
       update cairn.registers set hlc = decode(repeat('00', 15) || '01', 'hex') where entity = '${older}';`,
    );
    const found = await differences(laptop);
    expect(found.differences.map(({ kind, entity }) => `${kind} ${entity}`).toSorted()).toEqual(
      [`server_lacks ${lost}`, `server_lacks ${forgotten}`, `server_older ${older}`].toSorted(),
    );
    const shown = await laptop.run(VERIFY);
    expect(shown.code).toBe(5);
    expect(shown.out).toContain('the server lacks it');
    expect(shown.out).toContain(lost);
    expect((await laptop.run(['status'])).out).toContain('3 differences from the server');
    const { checks } = await laptop.json(doctorResult, ['doctor']);
    expect(checks.find(({ id }) => id === 'verified')).toMatchObject({ status: 'warn' });
    expect(await laptop.json(repairResult, REPAIR)).toMatchObject({ equal: true, sent: 3, received: 0 });
    await expectEqual();
  });

  test('[SY-E5] lost registers and outbox rows, a false confirmation and wrong rows of a device are mended', async () => {
    await sync.stop();
    await save(laptop, 'its outbox row is lost');
    await save(laptop, 'believed to be on the server');
    await harmDevice(laptop, [
      'DELETE FROM outbox',
      'DELETE FROM inflight',
      "UPDATE registers SET seq = 3 WHERE json_extract(value, '$.content') = 'believed to be on the server'",
      `DELETE FROM registers WHERE entity = '${saved[2]}'`,
      `DELETE FROM memories WHERE id = '${saved[2]}'`,
      `DELETE FROM memories WHERE id = '${saved[3]}'`,
      `UPDATE memories SET content = 'not what was saved' WHERE id = '${saved[4]}'`,
    ]);
    await sync.start();
    const found = await differences(laptop);
    expect(found).toMatchObject({ differing: 3, unfit: 2 });
    expect(found.differences.map(({ kind }) => kind).toSorted()).toEqual([
      'device_lacks',
      'server_lacks',
      'server_lacks',
    ]);
    const mended = await laptop.run(REPAIR);
    expect(mended.code, mended.err).toBe(0);
    expect(mended.out).toContain('Sent 2, received 1, rebuilt 2 memories.');
    await expectEqual();
    expect(await contents(desktop)).toEqual([
      'believed to be on the server',
      ...saved.slice(0, 5).map((_, n) => `fact number ${n}`),
      'its outbox row is lost',
      'vim',
    ]);
  });

  test('[SY-E5] without a server, and in no vault, nothing is called equal', async () => {
    const alone = await device('alone');
    try {
      expect(await alone.fails(1, VERIFY)).toMatchObject({ kind: 'not_in_vault' });
      expect(await alone.fails(1, REPAIR)).toMatchObject({ kind: 'not_in_vault' });
    } finally {
      await alone.end();
    }
  });

  test('[SY-E5] a server that is away is named by the doctor, with what helps', async () => {
    await sync.stop();
    await laptop.fails(5, ['sync', '--wait', '--timeout', '2']);
    await waitUntil(
      async () => {
        const { checks } = await laptop.json(doctorResult, ['doctor']);
        const found = checks.find(({ id }) => id === 'sync');
        return (
          found?.status === 'warn' &&
          found.message.includes('cannot be reached') &&
          found.fix?.includes('cairn sync --wait') === true
        );
      },
      { timeoutMs: 20_000, what: 'the doctor to name the server' },
    );
    // The report does not claim what cannot be known at this time.
    const { checks } = await laptop.json(doctorResult, ['doctor']);
    expect(checks.find(({ id }) => id === 'clock')?.message).toContain('when it last answered');
    const { message } = await laptop.fails(1, ['devices']);
    expect(message).toMatch(/cannot be reached: .*Then try again\.$/);
  });
});
