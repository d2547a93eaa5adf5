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
