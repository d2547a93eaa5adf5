/** Tests the way from a line to its memory, and from there to the message. `tests/e2e/why.test.ts` has the whole way. */
import type { MessageInput } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createEngineBench, errorOf, mustBe } from '../testing/engine-bench.ts';
import { askedLine, fitOf, placesIn, plainWords } from './asked-line.ts';

const setUp = () => {
  const { read, write, time } = createEngineBench();
  const say = async (content: string, role: MessageInput['role'] = 'user', name = 's', project?: string) => {
    time.skip(1_000);
    const place =
      project === undefined ? { session: { name } } : { session: { name, scope: project }, project };
    await mustBe(write.appendMessages({ ...place, messages: [{ role, content }] }));
  };
  const save = async (content: string, fields: object = {}) => {
    time.skip(1_000);
    return (
      await mustBe(write.remember({ content, source: 'auto', session: 's', agent: 'codex', ...fields }))
    ).id;
  };
  return { read, write, time, say, save, why: (text: string) => mustBe(read.why({ text })) };
};

describe('[M-13] a pasted line', () => {
  test('is known without its bullet, its source, its quotes and its end', () => {
    const content = 'Prefers pnpm: it is faster';
    for (const line of [
      `- ${content} [user, 2026-01-15]`,
      `- tools/packager: ${content} [auto codex, 2026-01-15]`,
      `  * “${content}”`,
      `3. ${content} [auto co`,
    ])
      expect([line, fitOf(askedLine(line), content)]).toEqual([line, 'same']);
    expect(fitOf(askedLine('- Prefers pnpm: it is fas…'), content)).toBe('part');
    expect(fitOf(askedLine('- Prefers yarn [user, 2026-01-15]'), content)).toBeNull();
    // These words are in any text.
    expect(fitOf(askedLine('it is'), content)).toBeNull();
  });

  test('of a summary names the sentences that it tells, also where it begins within one', () => {
    const sentences = ['The region is Frankfurt.', 'Deploys run from main.', 'The review is on Friday.'];
    expect(placesIn(askedLine('Deploys run from main.'), sentences)).toEqual([1]);
    expect(placesIn(askedLine('Frankfurt. Deploys run'), sentences)).toEqual([0, 1]);
    expect(placesIn(askedLine(`- ${sentences.join(' ')} [extract, up to 2026-01-15]`), sentences)).toEqual([
      0, 1, 2,
    ]);
    expect(placesIn(askedLine('The port is 5433'), sentences)).toEqual([]);
  });

  test('that is hostile is read in a moment', () => {
    const from = performance.now();
    for (const text of [
      '- '.repeat(5_000),
      ` [${'['.repeat(9_000)}`,
      `${'a:'.repeat(5_000)} `,
      '… '.repeat(5_000),
    ])
      plainWords(askedLine(text).text);
    expect(performance.now() - from).toBeLessThan(2_000);
  });
});

describe('[M-13] where a memory was learned', () => {
  test('is the sentence with its words, of a person before any other, and not one that came later', async () => {
    const { say, save, why, time } = setUp();
    await say('Hello. We decided that the cache expires after ten minutes. Fine?');
    await say('The cache expires after ten minutes, noted.', 'assistant');
    const id = await save('The cache expires after ten minutes');
    time.skip(60_000);
    await say('The cache expires after ten minutes, as I said.');
    expect(await why(id)).toMatchObject({
      memories: [
        {
          match: 'id',
          said: {
            sequence: 0,
            role: 'user',
            sentence: 'We decided that the cache expires after ten minutes.',
          },
        },
      ],
    });
  });

  test('is what the person said last, when the memory has other words', async () => {
    const { say, save, why } = setUp();
    await say('Wir nehmen ab jetzt nur noch pnpm dafür.');
    await say('Gut.', 'assistant');
    expect(await why(await save('Packages are installed by one program only'))).toMatchObject({
      memories: [{ said: { found: 'near', sentence: 'Wir nehmen ab jetzt nur noch pnpm dafür.' } }],
    });
  });

  test('is found in a long session, and told as missing where there is none', async () => {
    const { say, save, why, write } = setUp();
    await say('Remember that the vault key is kept on paper.');
    const fill = Array.from(
      { length: 600 },
      (_, at): MessageInput => ({ role: 'tool', content: `line ${at} of a log` }),
    );
    await mustBe(write.appendMessages({ session: { name: 's' }, messages: fill }));
    const id = await save('The vault key is kept on paper');
    expect((await why(id)).memories[0]?.said).toMatchObject({ sequence: 0, found: 'words' });
    expect((await why(await save('Alone', { session: null }))).memories[0]).toMatchObject({
      said: null,
      notSaid: 'no_session',
    });
    expect((await why(await save('Far away', { session: 'x' }))).memories[0]).toMatchObject({
      said: null,
      notSaid: 'not_here',
    });
    await say('Nothing', 'assistant', 'silent');
    expect((await why(await save('Made up by somebody', { session: 'silent' }))).memories[0]).toMatchObject({
      said: null,
      notSaid: 'other_words',
    });
  });

  test('of several sessions with one name is in the one with the words, then in the one of the project', async () => {
    const { say, save, why } = setUp();
    await say('The cache expires after ten minutes.', 'user', 's', 'p');
    await say('Please water the plants.', 'user', 's', 'q');
    for (const [project, sentence, other] of [
      ['p', 'The cache expires after ten minutes.', 'Short lived entries'],
      ['q', 'Please water the plants.', 'Gardening duty'],
    ] as const) {
      const [worded] = (await why(await save(sentence, { project }))).memories;
      expect(worded?.said).toMatchObject({ found: 'words', sentence });
      const [reworded] = (await why(await save(other, { project }))).memories;
      expect(reworded?.said).toMatchObject({ found: 'near', sentence });
    }
  });

  test('of a line that nobody said there is an error, of a near one what is near', async () => {
    const { read, save, why } = setUp();
    await save('The staging database listens on port 5433', { session: null });
    expect(await why('staging port 5433')).toMatchObject({ memories: [{ match: 'like' }] });
    expect(await errorOf(read.why({ text: 'Whales sing at night' }))).toMatchObject({ kind: 'not_found' });
    expect(await errorOf(read.why({ text: ' … ' }))).toMatchObject({ kind: 'invalid_input' });
  });
});
