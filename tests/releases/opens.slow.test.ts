// This program opens files and servers of released programs. The contents are unchanged, and sync continues.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { doctorResult, statusResult, verifyResult } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, root, server, withMembers } from '../e2e/cairn.ts';
import { type Contents, readContents } from './contents.ts';

const RELEASES = join(root, 'tests/fixtures/releases');
const releases = readdirSync(RELEASES).filter((name) => !name.includes('.'));
const fixture = (release: string, name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(RELEASES, release, `${name}.br`)));
const expectedOf = (release: string): Contents =>
  JSON.parse(readFileSync(join(RELEASES, release, 'contents.json'), 'utf8'));

const place = (...parts: readonly string[]): string => join(root, 'packages', ...parts);
const LIBSQL = place('core/node_modules/@libsql/client/lib-esm/node.js');
const PGLITE = place('cloud/node_modules/@electric-sql/pglite/dist/index.js');
const CLOUD = place('cloud/dist');

/**
 * Runs a separate process, so that everything it opened is closed when it ends. A second WebAssembly compiler would cost more than it
 * saves.
 */
const runNode = (code: string, ...args: readonly string[]): void => {
  execFileSync(process.execPath, ['--liftoff-only', '--input-type=module', '-e', code, ...args], {
    stdio: 'pipe',
  });
};

/** Changes the server's port that the device knows. */
const pointTo = (database: string, url: string): void =>
  runNode(
    `import { createClient } from ${JSON.stringify(LIBSQL)};
     const db = createClient({ url: 'file:' + process.argv[1] });
     await db.execute({ sql: "UPDATE meta SET value = json_set(value, '$.server', ?) WHERE key = 'vault'", args: [process.argv[2]] });
     db.close();`,
    database,
    url,
  );

/** Makes a folder of the embedded database with what a release had in its own. */
const loadServer = async (release: string): Promise<string> => {
  const data = await homeForTest('old-server');
  const sql = join(data, 'dump.sql');
  writeFileSync(sql, fixture(release, 'server.sql'));
  const empty = readdirSync(CLOUD).find((name) => name.startsWith('empty-database')) ?? '';
  runNode(
    `import { PGlite } from ${JSON.stringify(PGLITE)};
     import { readFileSync } from 'node:fs';
     const [, dataDir, dump, empty] = process.argv;
     const db = await PGlite.create({ dataDir, loadDataDir: new Blob([readFileSync(empty)]) });
     await db.exec('SET check_function_bodies = off; ' + readFileSync(dump, 'utf8'));
     await db.close();`,
    join(data, 'database'),
    sql,
    join(CLOUD, empty),
  );
  return data;
};

const openDevice = async (release: string, url: string): Promise<Device> => {
  const laptop = await device('released');
  onTestFinished(() => laptop.end());
  const database = join(laptop.home, 'cairn.db');
  writeFileSync(database, fixture(release, 'device.db'), { mode: 0o600 });
  writeFileSync(join(laptop.home, 'keys.json'), fixture(release, 'keys.json'), { mode: 0o600 });
  pointTo(database, url);
  return laptop;
};

const contentsOf = (laptop: Device): Promise<Contents> =>
  readContents(async (args) => JSON.parse((await laptop.run([...args, '--json'])).out));

describe.each(releases)('what release %s made', (release) => {
  test('[ST-1, SY-M6] opens with the same contents, and syncs what waited with the server of that release', {
    timeout: 240_000,
  }, async () => {
    const data = await loadServer(release);
    const sync = await server({ CAIRN_SERVER_DATA: data });
    onTestFinished(() => sync.end());
    const laptop = await openDevice(release, sync.url);
    const expected = Object.fromEntries(
      Object.entries(expectedOf(release)).filter(([, part]) => part !== null),
    );
    expect(await contentsOf(laptop)).toMatchObject(expected);
    await laptop.json(withMembers('head'), ['sync', '--wait', '--timeout', '60']);
    expect((await laptop.json(statusResult, ['status'])).sync).toMatchObject({ pending: 0, dead: 0 });
    expect(await laptop.json(verifyResult, ['sync', 'verify'])).toMatchObject({ equal: true, unfit: 0 });
    expect(await contentsOf(laptop)).toMatchObject(expected);
    const { checks } = await laptop.json(doctorResult, ['doctor']);
    expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
  });
});
