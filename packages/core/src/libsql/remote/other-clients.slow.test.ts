/**
 * Shows why the protocol has its own implementation: what the installed clients do in the cases that matter.
 * [docs/decisions/0021]
 */
import { createServer } from 'node:http';
import { freePort, type LibsqlServer, startLibsqlServer } from '@cairn/test-support';
import { createClient } from '@libsql/client/http';
import { BatchCond, openHttp } from '@libsql/hrana-client';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { batchOf, readBatch, type Statement } from './hrana.ts';
import { createPipeline, NEW_STREAM } from './pipeline.ts';

const server: LibsqlServer | null = await startLibsqlServer();
afterAll(() => server?.stop());

/** Adds a slash. Without it the clients would drop the last part of the path. */
const asFolder = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

const database = async (): Promise<string> => {
  const url = (await server?.createDatabase()) ?? '';
  await createClient({ url: asFolder(url) }).execute('CREATE TABLE kept (n INTEGER)');
  return url;
};
const keptIn = async (url: string): Promise<readonly unknown[]> =>
  (await createClient({ url: asFolder(url) }).execute('SELECT n FROM kept ORDER BY n')).rows.map(
    (row) => row.n,
  );

/** Does what a server does when a transaction takes too long, as a statement on the same stream. */
const ROLLED_BACK = 'ROLLBACK';
const plain = (sql: string): Statement => ({ sql, args: [] });

describe.skipIf(server === null)('after a server has rolled a transaction back', () => {
  test('[ST-3] ours runs nothing more of it', async () => {
    const url = await database();
    const pipeline = createPipeline({ url, token: null });
    const begun = batchOf([plain('BEGIN IMMEDIATE'), plain('INSERT INTO kept VALUES (1)')], {
      opens: true,
      inTransaction: true,
    });
    const { stream } = await pipeline.send([begun], NEW_STREAM);
    const lost = batchOf([plain(ROLLED_BACK)], { opens: false, inTransaction: false });
    const { stream: next } = await pipeline.send([lost], stream);
    const rest = batchOf([plain('INSERT INTO kept VALUES (2)')], { opens: false, inTransaction: true });
    const { answer } = await pipeline.send([rest, { type: 'close' }], next);
    expect(readBatch(answer, 1)).toMatchObject({ ran: [], error: { code: 'TRANSACTION_OVER' } });
    expect(await keptIn(url)).toEqual([]);
  });

  test("the client's http door commits the rest by itself, statement by statement", async () => {
    const url = await database();
    const transaction = await createClient({ url: asFolder(url) }).transaction('write');
    await transaction.execute('INSERT INTO kept VALUES (1)');
    await transaction.execute(ROLLED_BACK);
    await transaction.execute('INSERT INTO kept VALUES (2)');
    transaction.close();
    expect(await keptIn(url)).toEqual([2]);
  });

  test('hrana-client takes version 2, which has no such condition, where a database is a path', async () => {
    const client = openHttp(asFolder(await database()), undefined, undefined, undefined, 3);
    expect(await client.getVersion()).toBe(2);
    const batch = client.openStream().batch();
    expect(() => BatchCond.isAutocommit(batch)).toThrow('version 3');
    client.close();
  });
});

/** Starts a local server that records the tokens it receives, and directs later requests to `baseUrl`. */
const startServer = async (baseUrl: string | null): Promise<{ url: string; tokens: string[] }> => {
  const tokens: string[] = [];
  const http = createServer((request, response) => {
    tokens.push(request.headers.authorization ?? 'none');
    const result = { cols: [], rows: [], affected_row_count: 0, last_insert_rowid: null };
    const ok = { type: 'ok', response: { type: 'execute', result } };
    const steps = { step_results: [result], step_errors: [null] };
    const batch = { type: 'ok', response: { type: 'batch', result: steps } };
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      const results = [request.url?.startsWith('/v3') === true ? batch : ok];
      response.end(JSON.stringify({ baton: 'b', base_url: baseUrl, results }));
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${port}`, tokens };
};

describe('a server that sends what follows to another host', () => {
  test('[ST-3] does not get our token there', async () => {
    const other = await startServer(null);
    const first = await startServer(other.url);
    const pipeline = createPipeline({ url: first.url, token: 'secret' });
    const one = batchOf([plain('SELECT 1')], { opens: false, inTransaction: false });
    const { stream } = await pipeline.send([one], NEW_STREAM);
    await pipeline.send([one], stream);
    expect(first.tokens).toEqual(['Bearer secret', 'Bearer secret']);
    expect(other.tokens).toEqual([]);
  });

  test('gets the token of hrana-client', async () => {
    const other = await startServer(null);
    const first = await startServer(other.url);
    const stream = openHttp(first.url, 'secret').openStream();
    await stream.run('SELECT 1');
    await stream.run('SELECT 1');
    expect(other.tokens).toEqual(['Bearer secret']);
  });
});
