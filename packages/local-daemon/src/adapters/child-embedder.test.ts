import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ChildEmbedderOptions, createChildEmbedder } from './child-embedder.ts';

/** A child that does to each text what the text says, and leaves with its channel. */
const PROGRAM = `
process.on('disconnect', () => process.exit(0));
process.on('message', ({ id, texts }) => {
  const [text] = texts;
  if (text === 'crash') process.exit(3);
  if (text === 'leave') process.exit(0);
  if (text === 'hang') return;
  if (text === 'refuse') process.send({ id, error: 'it cannot' });
  else if (text === 'environment') process.send({ id, vectors: [Float32Array.of(Object.keys(process.env).filter((name) => name.startsWith('CAIRN') || name === 'PATH').length)] });
  else process.send({ id, vectors: texts.map(({ length }) => Float32Array.of(length, process.pid)) });
});
`;

const embedderOf = async (options: Partial<ChildEmbedderOptions> = {}, text = PROGRAM) => {
  const program = join(await homeForTest(), 'embedder.mjs');
  writeFileSync(program, text);
  const embedder = createChildEmbedder({
    ...{ program: pathToFileURL(program), programArguments: [], nodeOptions: [], model: 'test' },
    ...{
      fusion: { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0 },
      callMsMax: 30_000,
      firstCallMsMax: 90_000,
    },
    ...options,
  });
  onTestFinished(() => embedder.close());
  /** The child's process id. */
  const pidNow = async (): Promise<number> => {
    const made = await embedder.embed(['a']);
    if (!made.ok) throw new Error(made.error.message);
    return made.value[0]?.[1] ?? 0;
  };
  return { embedder, pidNow };
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('[F-3] the child that embeds', () => {
  test('starts with the first call, serves the next ones too, and goes when it is closed', async () => {
    const { embedder, pidNow } = await embedderOf();
    expect(embedder.state()).toBe('cold');
    const pid = await pidNow();
    expect(embedder.state()).toBe('ready');
    expect([await pidNow(), isAlive(pid)]).toEqual([pid, true]);
    await embedder.close();
    expect(isAlive(pid)).toBe(false);
    expect(await embedder.embed(['a'])).toMatchObject({ ok: false, error: { retryable: false } });
  });

  test('is given nothing of the environment, where keys may be', async () => {
    const { embedder } = await embedderOf();
    expect(await embedder.embed(['environment'])).toEqual({ ok: true, value: [Float32Array.of(0)] });
  });

  test('fails as a value, and goes on', async () => {
    const { embedder, pidNow } = await embedderOf();
    const pid = await pidNow();
    expect(await embedder.embed(['refuse'])).toEqual({
      ok: false,
      error: { message: 'it cannot', retryable: true, retryAfterMs: null },
    });
    expect(embedder.state()).toBe('failing');
    expect([await pidNow(), embedder.state()]).toEqual([pid, 'ready']);
  });

  test('is not started again at once after a crash, and says when', async () => {
    const { embedder } = await embedderOf();
    const calls = await Promise.all([embedder.embed(['hang']), embedder.embed(['crash'])]);
    for (const call of calls)
      expect(call).toMatchObject({ error: { message: 'The embedder has ended.', retryable: true } });
    const early = await embedder.embed(['a']);
    if (early.ok) throw new Error('it was started at once');
    expect(early.error).toMatchObject({ message: expect.stringContaining('crashed'), retryable: true });
    expect(early.error.retryAfterMs).toBeGreaterThan(0);
    expect(early.error.retryAfterMs).toBeLessThanOrEqual(1_000);
  });

  test('that left by itself is started again with the next call', async () => {
    const { embedder, pidNow } = await embedderOf();
    const pid = await pidNow();
    expect(await embedder.embed(['leave'])).toMatchObject({ ok: false, error: { retryable: true } });
    expect(await pidNow()).not.toBe(pid);
  });

  test('is killed when it hangs, and the call fails', async () => {
    const { embedder, pidNow } = await embedderOf({ callMsMax: 100 });
    const pid = await pidNow();
    expect(await embedder.embed(['hang'])).toMatchObject({ ok: false, error: { retryable: true } });
    expect([isAlive(pid), embedder.state()]).toEqual([false, 'failing']);
  });

  test('leaves when nobody asks, stays while somebody does, and the next call starts another', async () => {
    const serve = new URL('../embedder/serve.ts', import.meta.url).href;
    const program = `import { serveEmbedder } from ${JSON.stringify(serve)};
      serveEmbedder(Promise.resolve({ embed: async (texts) => texts.map(() => Float32Array.of(1, process.pid)) }));`;
    const { embedder, pidNow } = await embedderOf({ idleMs: 1_500 }, program);
    const pid = await pidNow();
    for (let calls = 0; calls < 4; calls++) {
      await sleep(500);
      expect(await pidNow()).toBe(pid);
    }
    await expect.poll(() => embedder.state(), { timeout: 20_000 }).toBe('cold');
    expect(await pidNow()).not.toBe(pid);
  });

  test('closing ends the call that is under way', async () => {
    const { embedder, pidNow } = await embedderOf();
    await pidNow();
    const call = embedder.embed(['hang']);
    await embedder.close();
    expect(await call).toMatchObject({ ok: false });
  });
});
