import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type HubBehaviour, startModelHub } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { download } from './download.ts';

const BYTES = Uint8Array.from({ length: 50_000 }, (_, at) => (at * 7) % 251);
const SUM = { kind: 'sha256', hex: hash('sha256', BYTES) } as const;
const RIGHT = { kind: 'right' } as const;

const scene = async (...script: readonly [HubBehaviour, ...HubBehaviour[]]) => {
  const hub = await startModelHub({ 'us/it': { 'model.onnx': BYTES } });
  onTestFinished(() => hub.close());
  hub.behave(...script);
  const to = join(await homeForTest(), 'model.onnx');
  const counted: number[] = [];
  const bring = (sum: Parameters<typeof download>[0]['sum'] = SUM) =>
    download(
      { url: `${hub.url}/large/${SUM.hex}`, to, bytes: BYTES.length, sum },
      { onBytes: (bytes) => counted.push(bytes), silenceMs: 300, pauseMs: 1 },
    );
  const came = () => counted.reduce((sum, bytes) => sum + bytes, 0);
  return { hub, to, bring, came };
};

/** Says that everything was sent: a part of the file, nothing, or another range than the wished one. */
const shortServer = async () => {
  let requests = 0;
  const server = createServer(({ url }, response) => {
    if (++requests > 100) response.destroy();
    else if (url === '/elsewhere') response.writeHead(206, { 'content-range': 'bytes 7-8/50000' }).end('ab');
    else response.end(url === '/short' ? BYTES.subarray(0, 130) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests };
};

const isWhole = (path: string): boolean => Buffer.from(BYTES).equals(readFileSync(path));

describe('[F-30] a file that is fetched', () => {
  test.each([
    ['at once', [RIGHT]],
    ['after three cuts', [{ kind: 'cut', bytes: 9_000 }, { kind: 'cut', bytes: 1 }, RIGHT]],
    ['after a silence', [{ kind: 'stall', bytes: 20_000 }, RIGHT]],
    ['from a server without ranges', [{ kind: 'cut', bytes: 20_000 }, { kind: 'whole' }]],
    ['after errors of the server', [{ kind: 'status', status: 503 }, { kind: 'status', status: 429 }, RIGHT]],
    ['slowly', [{ kind: 'slow', bytes: 10_000 }]],
  ] as const)('is whole: %s', async (_, script) => {
    const [first, ...rest] = script;
    const { to, bring, came } = await scene(first, ...rest);
    expect(await bring()).toEqual({ ok: true, value: SUM.hex });
    expect([isWhole(to), came()]).toEqual([true, BYTES.length]);
  });

  test('goes on from what is there, and is fetched again where that was of another file', async () => {
    const { hub, to, bring, came } = await scene(RIGHT);
    writeFileSync(to, BYTES.subarray(0, 30_000));
    expect(await bring()).toMatchObject({ ok: true });
    expect(hub.requests).toEqual([`/large/${SUM.hex} bytes=30000-`]);
    writeFileSync(to, new Uint8Array(30_000));
    expect(await bring()).toMatchObject({ ok: true });
    expect([hub.requests.length, isWhole(to), came()]).toEqual([3, true, 2 * BYTES.length]);
    expect(await bring()).toMatchObject({ ok: true });
    expect(hub.requests).toHaveLength(3);
  });

  test('that ends too early every time is given up, and so is one of which the server gives nothing', async () => {
    const { url, requests } = await shortServer();
    const to = join(await homeForTest(), 'model.onnx');
    const said = { message: expect.stringContaining('another checksum than it should have') };
    for (const path of ['short', 'empty', 'elsewhere']) {
      const wish = { url: `${url}/${path}`, to, bytes: BYTES.length, sum: SUM };
      const done = await download(wish, { onBytes: () => undefined, pauseMs: 1 });
      expect(done).toMatchObject({ ok: false, error: { kind: 'invalid_input', ...said } });
    }
    expect(requests()).toBeLessThan(40);
  });

  test('that has another checksum is deleted', async () => {
    const { to, bring } = await scene({ kind: 'other' });
    const said = { message: expect.stringContaining('another checksum than it should have. It was deleted') };
    expect(await bring()).toMatchObject({ ok: false, error: { kind: 'invalid_input', ...said } });
    expect(existsSync(to)).toBe(false);
  });

  test('of git is compared by the checksum of git', async () => {
    const { bring } = await scene(RIGHT);
    const header = Buffer.from(`blob ${BYTES.length}\0`);
    const hex = hash('sha1', Buffer.concat([header, BYTES]));
    expect(await bring({ kind: 'blob', hex })).toEqual({ ok: true, value: SUM.hex });
  });

  test('is given up after four tries without a byte; what came stays, and the sentence says so', async () => {
    const { hub, to, bring } = await scene({ kind: 'cut', bytes: 25_000 }, { kind: 'status', status: 500 });
    const said = /answered 500\. 50 % has come and is kept\. Run the same command again/;
    expect(await bring()).toMatchObject({ error: { message: expect.stringMatching(said) } });
    expect([hub.requests.length, readFileSync(to).length]).toEqual([5, 25_000]);
    hub.behave(RIGHT);
    expect(await bring()).toMatchObject({ ok: true });
  });

  test.each([
    [404, 'has no such model'],
    [403, 'Fetch it there yourself'],
    [400, 'answered 400'],
  ])('is not tried again after %i', async (status, sentence) => {
    const { hub, bring } = await scene({ kind: 'status', status });
    expect(await bring()).toMatchObject({ error: { message: expect.stringContaining(sentence) } });
    expect(hub.requests).toHaveLength(1);
  });

  test('of a machine that does not answer is a sentence', async () => {
    const { hub, bring } = await scene(RIGHT);
    await hub.close();
    const said = 'cannot be reached: nothing listens there. Run the same command again';
    expect(await bring()).toMatchObject({ error: { message: expect.stringContaining(said) } });
  });
});
