import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tempHome } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { createStaticEmbedder, hasStaticEmbedder } from './static-embedder.ts';

test('[F-3] the table comes with the program, and a call answers zeros for a text that it knows nothing of', async () => {
  expect(hasStaticEmbedder()).toBe(true);
  const embedder = createStaticEmbedder();
  expect([embedder.state(), embedder.hasVocabulary]).toEqual(['ready', true]);
  const made = await embedder.embed(['the cat sleeps', 'zzzqqqxx']);
  if (!made.ok) throw new Error(made.error.message);
  const lengths = made.value.map((vector) => Math.hypot(...vector));
  expect(lengths.map((length) => Number(length.toFixed(4)))).toEqual([1, 0]);
});

test('[F-3] a table that is broken is told of, and read again once it is whole', async () => {
  const home = await tempHome('static-embedder');
  onTestFinished(() => home.remove());
  const path = join(home.path, 'tokens.bin');
  await writeFile(path, 'no table');
  const embedder = createStaticEmbedder(pathToFileURL(path));
  expect(await embedder.embed(['a'])).toMatchObject({ ok: false, error: { retryable: true } });
  expect(embedder.state()).toBe('failing');
  await writeFile(path, smallTable());
  expect((await embedder.embed(['a'])).ok).toBe(true);
  expect(embedder.state()).toBe('ready');
});

test('[F-24] it judges texts by their words, and nothing while the table is broken', async () => {
  const question = 'When is my appointment at the dentist?';
  const texts = ['The dentist expects me on Tuesday at nine', 'The dentist has a building with stairs'];
  const asked = texts.map((content) => ({ content, textScore: 0.3, vectorScore: null }));
  const [right = 0, wrong = 0] = (await createStaticEmbedder().judge?.(question, asked)) ?? [];
  expect(right).toBeGreaterThan(wrong);
  const broken = createStaticEmbedder(pathToFileURL('/nowhere/tokens.bin'));
  await broken.embed(['a']);
  expect(await broken.judge?.(question, asked)).toBeNull();
});

/** One token, "a", of two dimensions. */
const smallTable = (): Buffer => {
  const head = Buffer.alloc(16);
  head.write('CSE1');
  for (const [at, count] of [1, 2, 1].entries()) head.writeUInt32LE(count, 4 + 4 * at);
  const scale = Buffer.alloc(4);
  scale.writeFloatLE(0.5);
  return Buffer.concat([head, Buffer.from('a'), scale, Buffer.from([3, 4])]);
};
