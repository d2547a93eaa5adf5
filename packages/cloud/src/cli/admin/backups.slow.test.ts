/** Backups that a server makes by itself, as an operator has them: real processes, a real embedded database. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { serverForTest, vaultAt } from '../../testing/server-for-test.ts';
import { runServer } from '../../testing/server-process.ts';
import { SETUP_TOKEN } from '../../testing/sync-world.ts';

const METRICS_TOKEN = 'metrics-token-of-a-test';
const WHOLE = /^cairn-[\dTZ-]+\.ndjson$/;

const serverWith = (env: Readonly<Record<string, string>>) =>
  serverForTest({ CAIRN_SETUP_TOKEN: SETUP_TOKEN, ...env });

const wholeIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => WHOLE.test(name));

test('[OP-15] a server makes a checked backup, tells its age, and makes no second one after a restart', async () => {
  const folder = await homeForTest();
  const backups = join(folder, 'backups');
  const env = {
    ...{ CAIRN_SERVER_DATA: join(folder, 'data'), CAIRN_METRICS_TOKEN: METRICS_TOKEN },
    ...{ CAIRN_BACKUP_FOLDER: backups, CAIRN_LOG_FORMAT: 'json' },
  };
  await mkdir(backups);
  const left = 'cairn-2020-01-01T00-00-00Z.ndjson.new';
  await writeFile(join(backups, left), 'half');
  const server = await serverWith(env);
  await vaultAt(server.url, 'backups/scheduled');
  await waitUntil(async () => (await wholeIn(backups)).length === 1, { what: 'a backup', timeoutMs: 60_000 });
  await waitUntil(async () => !(await readdir(backups)).includes(left), {
    what: 'the draft to go',
    timeoutMs: 9_000,
  });
  await expect
    .poll(() => server.stderr())
    .toMatch(/backup cairn-\S+, (restored once to check it|checked by its checksum)/);
  const page = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(await page.text()).toMatch(/^cairn_backup_age_seconds\{made="by_itself"\} \d/m);
  await server.kill('SIGTERM');
  const again = await serverWith(env);
  await waitUntil(async () => (await fetch(`${again.url}/readyz`)).ok, {
    what: 'the server',
    timeoutMs: 30_000,
  });
  expect(await again.kill('SIGTERM')).toBe(0);
  expect(await readdir(backups)).toEqual(await wholeIn(backups));
  expect(await wholeIn(backups)).toHaveLength(1);
});

test('[OP-15] admin check restores a backup elsewhere, and says what is wrong with a damaged one', async () => {
  const folder = await homeForTest();
  const path = join(folder, 'copy.ndjson');
  const env = { CAIRN_SERVER_DATA: join(folder, 'data') };
  expect(await runServer(env, ['migrate'])).toMatchObject({ code: 0 });
  expect(await runServer(env, ['admin', 'backup', path])).toMatchObject({ code: 0 });
  // Without the settings of a server: a check needs none.
  const whole = await runServer({}, ['admin', 'check', path, '--json']);
  expect(whole).toMatchObject({ code: 0 });
  expect(JSON.parse(whole.stdout)).toMatchObject({ command: 'check', vaults: 0, findings: [] });
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"registration"', '"registratiom"'));
  const damaged = await runServer({}, ['admin', 'check', path]);
  expect(damaged.code).toBe(1);
  expect(damaged.stderr).toMatch(/damaged/);
  expect((await runServer({}, ['admin', 'check', join(folder, 'nothing')])).code).toBe(1);
  expect((await readdir(folder)).toSorted()).toEqual(['copy.ndjson', 'data']);
});
