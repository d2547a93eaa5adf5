import { connect, resolvePaths } from '@cairn/client/device';
import { createSeededRandom } from '@cairn/core/testing';
import { importResult, LIMITS } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { host, type Place, place } from './host.ts';

const MEMORIES = 10_000;
const QUESTIONS = 200;
const SYLLABLES = [
  'ba',
  'ke',
  'li',
  'mo',
  'nu',
  'ra',
  'se',
  'ti',
  'vo',
  'zu',
  'pla',
  'dre',
  'sko',
  'fin',
  'gart',
];
/** 2,000 words, each in about fifty memories. */
const WORDS = Array.from({ length: 2_000 }, (_, n) =>
  [n % 15, Math.floor(n / 15) % 15, Math.floor(n / 225) % 15].map((at) => SYLLABLES[at]).join(''),
);

const random = createSeededRandom('recall');
const some = <T>(from: readonly T[], count: number): readonly T[] => {
  const left = [...from];
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)).flat();
};
const wordsOf = Array.from({ length: MEMORIES }, () => some(WORDS, 10));

const fill = async ({ env, home }: Place): Promise<void> => {
  const paths = resolvePaths({ env, homeDir: home, platform: process.platform, cwd: '/' });
  const client = await connect(paths, { start: false });
  if (!client.ok) throw new Error(client.error.message);
  onTestFinished(() => client.value.close());
  for (let from = 0; from < MEMORIES; from += LIMITS.importItemsPerRequestMax) {
    const block = wordsOf.slice(from, from + LIMITS.importItemsPerRequestMax);
    const records = block.map((words) => ({ content: `The team settled on ${words.join(' ')} for now.` }));
    const answer = await client.value.request('POST', '/v1/import', { records });
    expect(answer.ok && importResult.parse(answer.value).new).toBe(block.length);
  }
};

test(`[MC-12] words of a question, in any order, find their memory among the ten best of ${MEMORIES}`, async () => {
  const at = await place();
  const agent = await host(at, [], '/');
  await fill(at);
  let hits = 0;
  for (let n = 0; n < QUESTIONS; n++) {
    const words = wordsOf[random.below(MEMORIES)] ?? [];
    const query = `What did the team say about ${some(words, 4).join(' and ')}?`;
    const { results } = await agent.tool('memory_search', { query, max_tokens: LIMITS.mcpTokensMax });
    const contents: readonly { readonly content: string }[] = Array.isArray(results) ? results : [];
    if (contents.some(({ content }) => content.includes(words.join(' ')))) hits++;
  }
  expect(hits).toBeGreaterThanOrEqual(QUESTIONS * 0.95);
});
