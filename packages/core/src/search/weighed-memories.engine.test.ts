import { expect, test } from 'vitest';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';

const storeOf = async (contents: readonly string[]) => {
  const bench = createEngineBench();
  for (const content of contents) {
    bench.time.skip(1_000);
    await mustBe(bench.write.remember({ content, source: 'user' }));
  }
  const found = async (query: string): Promise<readonly string[]> =>
    (await mustBe(bench.read.search({ query }))).results.map(({ content }) => content);
  return { ...bench, found };
};

const numbered = (count: number, text: (n: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, n) => text(n));

test('[F-18] a word that very many memories hold is not hidden by words that may stand for it', async () => {
  const crash = 'Kim had a crash with the bike';
  const { found } = await storeOf([...numbered(1_650, (n) => `error ${n} seen in module ${n}`), crash]);
  const hits = await found('error');
  expect(hits.length).toBeGreaterThan(3);
  expect(hits[0]).toMatch(/^error \d+ seen/);
});

test('[F-17] an abbreviation that is a small word elsewhere is asked for', async () => {
  const { found } = await storeOf([
    ...['The cabin keeps warm', 'Browser cache is emptied on Fridays', 'The CI cache lies on the runner'],
    ...['Apache licence for the docs, license text below', 'Code is under the MIT license'],
  ]);
  expect((await found('ci cache'))[0]).toBe('The CI cache lies on the runner');
  expect((await found('MIT license'))[0]).toBe('Code is under the MIT license');
});

test('[F-17] a Chinese word that holds a particle stays whole', async () => {
  const { found } = await storeOf(['客户在北京', '账户余额不足', '户外活动很多', '用户喜欢深色模式']);
  expect((await found('用户'))[0]).toBe('用户喜欢深色模式');
});

test('[F-6] a piece of a word is found although another memory holds what may stand for it', async () => {
  const { found } = await storeOf([
    'Our webhosting contract ends in May',
    'The server room is cold',
    ...numbered(20, (n) => `Note ${n} about the garden`),
  ]);
  expect(await found('hosting')).toContain('Our webhosting contract ends in May');
});

test('[F-19] a memory that holds all of a question is an answer, however plain its words are', async () => {
  const plenty = 'Much time goes into the long weekly report that nobody reads and everybody has to write';
  const { found } = await storeOf([...numbered(8, (n) => `Note ${n} about the garden`), plenty]);
  expect(await found('much time')).toEqual([plenty]);
});

test('[F-17] no score is above 1', async () => {
  const { read } = await storeOf([
    'A plumber mends each error',
    ...numbered(60, (n) => `Note ${n} about the garden`),
  ]);
  const { results } = await mustBe(read.search({ query: 'error plumbing' }));
  expect(results[0]?.content).toBe('A plumber mends each error');
  for (const { score, textScore } of results) {
    expect(score).toBeLessThanOrEqual(1);
    expect(textScore ?? 0).toBeLessThanOrEqual(1);
  }
});

test('[CX-13] a prompt in another script with one Latin word brings what is about it', async () => {
  const { read } = await storeOf([
    '我们的 API 端口是 7100',
    ...numbered(20, (n) => `Note ${n} about the garden`),
  ]);
  const { text } = await mustBe(read.context({ query: '我们的 API 端口是多少?' }));
  expect(text).toContain('7100');
});

test('[CX-13] a standing wish of three characters or more governs a request, also in Japanese', async () => {
  const { found } = await storeOf([
    '私はナッツアレルギーです',
    ...numbered(20, (n) => `庭のメモ${n}番`),
    'アレンジした曲はサイドBにある',
  ]);
  expect((await found('夕食のレシピを考えて'))[0]).toBe('私はナッツアレルギーです');
});

test('[F-18] where somebody lives is where they moved', async () => {
  const moved = 'I moved to Dresden last week';
  const { found } = await storeOf([
    'I live in Leipzig',
    moved,
    ...numbered(20, (n) => `Note ${n} about the garden`),
  ]);
  expect(await found('where do I live')).toContain(moved);
});
