// node scripts/run.mjs exec node scripts/releases/make.ts COMMIT CHECKOUT: lets a released program make a device with some data of every
// kind, and a server. Stores both in tests/fixtures/releases/COMMIT. CHECKOUT is a worktree of that commit after `npm run setup`.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { freePort, startPostgres, waitUntil } from '@cairn/test-support';
import { readContents } from '../../tests/releases/contents.ts';
import { root } from '../paths.mjs';
import { cleanEnv, deviceAt, fill, WORK } from './device.ts';

const [commit = '', checkout = ''] = process.argv.slice(2);
const target = join(root, 'tests/fixtures/releases', commit);

const small = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

const startServer = async (url: string) => {
  const port = await freePort();
  const child = spawn(join(checkout, 'bin/cairn-server'), {
    env: { ...cleanEnv, CAIRN_SERVER_PORT: String(port), DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await waitUntil(() => said.includes('listening on'), { timeoutMs: 60_000, what: 'the server' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, token: /setup token: (\S+)/.exec(said)?.[1] ?? '', stop };
};

const main = async (): Promise<void> => {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  mkdirSync(target, { recursive: true });
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('a release is made with a Postgres, and there is none here');
  const database = await postgres.createDatabase();
  const server = await startServer(database);
  const [laptop, desktop] = [deviceAt(checkout, 'laptop'), deviceAt(checkout, 'desktop')];
  try {
    await fill(laptop);
    await laptop.json([
      'vault',
      'create',
      '--server',
      server.url,
      '--setup-token',
      server.token,
      '--name',
      'laptop',
    ]);
    const { code = '' } = await laptop.json(['invite']);
    await desktop.cairn(['join', code, '--server', server.url, '--name', 'desktop']);
    await desktop.json(['save', 'Said on the desktop']);
    for (const one of [laptop, desktop, laptop]) await one.json(['sync', '--wait', '--timeout', '30']);
    const tools = process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin';
    const dump = ['--inserts', '--no-owner', '--no-privileges', '--no-comments', database];
    const sql = execFileSync(join(tools, 'pg_dump'), dump, { encoding: 'utf8' });
    // Removes what only psql understands, or only the Postgres version that wrote it.
    const plain = sql
      .split('\n')
      .filter((line) => !/^(--|\\|SET |SELECT pg_catalog\.set_config)/.test(line) && line !== '')
      .join('\n');
    await server.stop();
    await laptop.json(['save', 'Waits to be pushed']);
    const expected = await readContents(laptop.ask);
    const copy = join(WORK, 'copy.db');
    await laptop.json(['backup', copy]);
    await laptop.cairn(['down']);
    writeFileSync(join(target, 'device.db.br'), small(readFileSync(copy)));
    writeFileSync(join(target, 'keys.json.br'), small(readFileSync(join(WORK, 'laptop/keys.json'))));
    writeFileSync(join(target, 'server.sql.br'), small(Buffer.from(plain)));
    writeFileSync(join(target, 'contents.json'), `${JSON.stringify(expected, null, 2)}\n`);
  } finally {
    for (const one of [laptop, desktop]) await one.cairn(['down']).catch(() => undefined);
    await server.stop();
    await postgres.stop();
    rmSync(WORK, { recursive: true, force: true });
  }
  for (const name of readdirSync(target))
    process.stdout.write(`${commit}/${name} ${readFileSync(join(target, name)).length}\n`);
};

await main();
