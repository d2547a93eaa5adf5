import { createServer, type RequestListener } from 'node:http';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations';
import { freePort, type LibsqlServer, startLibsqlServer, waitUntil } from '@cairn/test-support';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { isStoreFailure } from '../../ports/store-failure.ts';
import { sampleId, sampleRow } from '../../testing/sample-memories.ts';
import { newMark, openTempRemote, type TempRemote } from '../../testing/temp-remote.ts';
import { LEASE_S } from './ownership.ts';
import { createPipeline } from './pipeline.ts';
import { sendAlone } from './requests.ts';

const server: LibsqlServer | null = await startLibsqlServer();
const guarded: LibsqlServer | null = await startLibsqlServer({ asksForToken: true });
afterAll(async () => {
  await server?.stop();
  await guarded?.stop();
});

const failureOf = async (
  work: Promise<unknown>,
): Promise<{ readonly kind: string; readonly message: string }> => {
  try {
    await work;
  } catch (error) {
    if (isStoreFailure(error)) return { kind: error.storeFailure, message: error.message };
    throw error;
  }
  throw new Error('it worked');
};

const open = async (url: string, options: Parameters<typeof openTempRemote>[1] = {}): Promise<TempRemote> => {
  const opened = await openTempRemote(server, { address: { url, token: null }, ...options });
  onTestFinished(() => opened.dispose());
  return opened;
};
const owner = (name: string, holder = newMark()) => ({ owner: { name, holder, session: newMark() } });
const save = (opened: TempRemote, n: number) =>
  opened.store.write((tx) => tx.apply({ memories: [sampleRow(sampleId(n), `memory ${n}`)] }));
const contents = async ({ reader }: TempRemote): Promise<readonly string[]> =>
  (await reader.rowsAfter(null, 100)).map((row) => row.content);
const run = (url: string, ...statements: readonly string[]) =>
  sendAlone(
    createPipeline({ url, token: null }),
    statements.map((sql) => ({ sql, args: [] })),
    false,
  );

describe.skipIf(server === null)('one writer', () => {
  test('[ST-3] a second daemon is refused with the name of the first, until that ends', async () => {
    const url = (await server?.createDatabase()) ?? '';
    const first = await openTempRemote(server, { address: { url, token: null }, ...owner('laptop') });
    const refused = await failureOf(open(url, owner('workstation')));
    expect(refused.kind).toBe('taken');
    expect(refused.message).toMatch(
      /^Another Cairn has this remote database open: laptop, last active \d+ s ago\./,
    );
    await save(first, 1);
    await first.dispose();
    const second = await open(url, owner('workstation'));
    await save(second, 2);
    expect(await contents(second)).toEqual(['memory 1', 'memory 2']);
  });

  test('[ST-3] of two that start at once one has it', async () => {
    const url = (await server?.createDatabase()) ?? '';
    const opened = await Promise.allSettled(['a', 'b', 'c'].map((name) => open(url, owner(name))));
    const reasons = opened.flatMap((one) => (one.status === 'rejected' ? [one.reason.storeFailure] : []));
    expect(reasons).toEqual(['taken', 'taken']);
  });

  test('[ST-3] the same home takes up again what it left without a word, and what it left behind writes no more', async () => {
    const url = (await server?.createDatabase()) ?? '';
    const left = await open(url, owner('laptop', 'home'));
    await save(left, 1);
    const again = await open(url, owner('laptop', 'home'));
    await save(again, 2);
    const late = await failureOf(save(left, 3));
    expect(late.kind).toBe('taken');
    expect(late.message).toMatch(/laptop, has taken over this remote database/);
    await save(again, 4);
    expect(await contents(again)).toEqual(['memory 1', 'memory 2', 'memory 4']);
  });

  test('[ST-3] an owner that is silent for too long has lost it, one that tells of itself has not', async () => {
    const url = (await server?.createDatabase()) ?? '';
    const silent = await open(url, owner('laptop'));
    const age = `UPDATE remote_owner SET seen_at = unixepoch() - ${LEASE_S + 1}`;
    await run(url, age);
    await save(silent, 1);
    expect((await failureOf(open(url, owner('workstation')))).kind).toBe('taken');
    await run(url, age);
    const next = await open(url, { ...owner('workstation'), beatMs: 50 });
    expect((await failureOf(save(silent, 2))).kind).toBe('taken');
    await run(url, age);
    const silence = 'SELECT unixepoch() - seen_at FROM remote_owner';
    const heard = async () => Number((await run(url, silence))[0]?.rows[0]?.[0]) < LEASE_S;
    await waitUntil(heard, { timeoutMs: 60_000, what: 'the owner to tell of itself' });
    expect((await failureOf(open(url, owner('third')))).kind).toBe('taken');
    expect(await contents(next)).toEqual(['memory 1']);
  });
});

describe.skipIf(server === null)('the shape', () => {
  const next = (sql: string) => ({
    version: LOCAL_MIGRATIONS.length,
    name: 'next',
    checksum: newMark(),
    sql,
  });

  test('[ST-1] an upgrade is one transaction, and a step that fails or loses rows leaves everything as it was', async () => {
    const url = (await server?.createDatabase()) ?? '';
    const old = await openTempRemote(server, {
      address: { url, token: null },
      migrations: LOCAL_MIGRATIONS.slice(0, -1),
    });
    await save(old, 1);
    await old.dispose();
    for (const sql of ['CREATE TABLE extra (a);\nSELECT nonsense FROM nowhere;', 'DELETE FROM memories;']) {
      const migrations = [...LOCAL_MIGRATIONS, next(sql)];
      expect((await failureOf(open(url, { migrations }))).kind).toBe('unreadable');
    }
    const [steps] = await run(url, 'SELECT count(*) FROM migrations');
    expect(steps?.rows).toEqual([[LOCAL_MIGRATIONS.length - 1]]);
    const upgraded = await open(url, { migrations: [...LOCAL_MIGRATIONS, next('CREATE TABLE extra (a);')] });
    expect(await contents(upgraded)).toEqual(['memory 1']);
  });

  test('[ST-1] a database of a newer program is read, not written, and left to a program that can', async () => {
    const url = (await server?.createDatabase()) ?? '';
    const migrations = [...LOCAL_MIGRATIONS, next('CREATE TABLE later (a);')];
    const newer = await openTempRemote(server, { address: { url, token: null }, migrations });
    await save(newer, 1);
    await newer.dispose();
    const older = await open(url, owner('old'));
    expect(older.readOnly?.message).toMatch(/newer version of Cairn/);
    expect((await failureOf(save(older, 2))).kind).toBe('newer');
    expect(
      (await failureOf(older.store.exclusive((database) => database.run('DELETE FROM memories')))).kind,
    ).toBe('read_only');
    await save(await open(url, { migrations, ...owner('new') }), 3);
    expect(await contents(older)).toEqual(['memory 1', 'memory 3']);
  });

  test("[ST-3] somebody else's database is left as it is", async () => {
    const url = (await server?.createDatabase()) ?? '';
    await run(url, 'CREATE TABLE accounts (a)');
    expect((await failureOf(open(url))).kind).toBe('corrupt');
    const [tables] = await run(url, "SELECT name FROM sqlite_master WHERE type = 'table'");
    expect(tables?.rows).toEqual([['accounts']]);
  });
});

test.skipIf(guarded === null)('[ST-3] a wrong token is a sentence that does not repeat it', async () => {
  const url = (await guarded?.createDatabase()) ?? '';
  const right = await openTempRemote(guarded, { address: { url, token: guarded?.token ?? '' } });
  await save(right, 1);
  await right.dispose();
  for (const token of ['not-the-token', null]) {
    const refused = await failureOf(openTempRemote(guarded, { address: { url, token } }));
    expect(refused.kind).toBe('not_allowed');
    expect(refused.message).toMatch(/CAIRN_STORE_TOKEN/);
    expect(refused.message).not.toContain('not-the-token');
  }
});

describe('what is no libSQL server', () => {
  const answering = async (listener: RequestListener): Promise<string> => {
    const port = await freePort();
    const web = createServer(listener);
    await new Promise<void>((resolve) => web.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => {
      web.closeAllConnections();
      web.close();
    });
    return `http://127.0.0.1:${port}`;
  };

  test.each<readonly [string, RequestListener, RegExp]>([
    ['a web page', (_, answer) => answer.end('<html>Welcome</html>'), /does not answer like a libSQL server/],
    ['half an answer', (_, answer) => answer.end('{"baton":null,"results":[{"type"'), /does not answer like/],
    [
      'another protocol',
      (_, answer) => answer.end('{"baton":null,"results":[]}'),
      /not valid in its protocol/,
    ],
    ['a refusal', (_, answer) => answer.writeHead(503).end('secret'), /answered 503\.$/],
    [
      'a redirect',
      (_, answer) => answer.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
      /answered 307\.$/,
    ],
    ['nothing there', (_, answer) => answer.writeHead(404).end(), /no libSQL database/],
    ['silence', () => undefined, /did not answer within 0\.3 s/],
  ])('[ST-3] %s is a sentence', async (_, listener, sentence) => {
    const url = await answering(listener);
    const failure = await failureOf(
      openTempRemote(null, { address: { url, token: 'a-token' }, answerMs: 300, settlePausesMs: [0] }),
    );
    expect(failure.kind).toBe('unreachable');
    expect(failure.message).toMatch(sentence);
    expect(failure.message).not.toContain('a-token');
  });
});
