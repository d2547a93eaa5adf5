import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createLocalEmbedder, hasLocalEmbedder, LOCAL_MODEL } from './local-embedder.ts';

const embedder = createLocalEmbedder();
afterEach(() => embedder.close());

test.skipIf(!hasLocalEmbedder())(
  '[F-3] texts become vectors in a child process, which goes when it is closed',
  async () => {
    expect([embedder.model, embedder.state()]).toEqual([LOCAL_MODEL, 'cold']);
    const made = await embedder.embed([
      'The cat sleeps on the sofa.',
      'A kitten naps.',
      'Deploys on friday',
      '',
      '星期五 🦓',
    ]);
    if (!made.ok) throw new Error(made.error.message);
    expect(made.value.map(({ length }) => length)).toEqual([512, 512, 512, 512, 512]);
    const cosine = (a: number, b: number) =>
      (made.value[a] ?? new Float32Array()).reduce(
        (sum, value, at) => sum + value * (made.value[b]?.[at] ?? 0),
        0,
      );
    expect(cosine(0, 0)).toBeCloseTo(1, 3);
    expect(cosine(0, 1)).toBeGreaterThan(cosine(0, 2) + 0.1);
    expect(embedder.state()).toBe('ready');
  },
);

test.skipIf(!hasLocalEmbedder())(
  '[F-3] the child leaves when nobody asks, keeps waiting while somebody does, and the next call starts another',
  async () => {
    const brief = createLocalEmbedder({ idleMs: 3_000 });
    onTestFinished(() => brief.close());
    for (let calls = 0; calls < 4; calls++) {
      expect((await brief.embed(['a'])).ok).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 900));
      expect(brief.state()).toBe('ready');
    }
    await expect.poll(brief.state, { timeout: 20_000 }).toBe('cold');
    expect((await brief.embed(['a'])).ok).toBe(true);
    expect(brief.state()).toBe('ready');
  },
);

const OUT_OF_FILES = `
  const { createLocalEmbedder } = await import(${JSON.stringify(new URL('./local-embedder.ts', import.meta.url).href)});
  const { closeSync, openSync } = await import('node:fs');
  const held = [];
  try { for (;;) held.push(openSync('/dev/null', 'r')); } catch {}
  const embedder = createLocalEmbedder({ program: new URL('file:///dev/null') });
  const { ok, error } = await embedder.embed(['okapi']);
  await embedder.close();
  held.forEach(closeSync);
  process.stdout.write(JSON.stringify({ ok, retryable: error?.retryable }));
`;

test.runIf(process.platform === 'linux')(
  '[F-3] a child that cannot be started for lack of open files is a failure, and no error that nobody catches',
  async () => {
    const limited = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath];
    const child = spawn('sh', [...limited, '--input-type=module', '-e', OUT_OF_FILES], {
      // Its own process group, because a signal to the process 0 would reach the whole group.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout.on('data', (part) => (said += String(part)));
    const [code] = await once(child, 'close');
    expect([code, said]).toEqual([0, '{"ok":false,"retryable":true}']);
  },
);
