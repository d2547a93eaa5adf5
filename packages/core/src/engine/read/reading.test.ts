import { MINUTE_MS, type SaveInput, type SearchInput } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { storeFailure } from '../../ports/store-failure.ts';
import { createEngineBench, errorOf, mustBe } from '../../testing/engine-bench.ts';
import { createReadEngine } from '../read-engine.ts';

const setUp = () => {
  const bench = createEngineBench();
  const save = async (content: string, fields: Partial<SaveInput> = {}) => {
    bench.time.skip(MINUTE_MS);
    return mustBe(bench.write.remember({ content, source: 'user', ...fields }));
  };
  const search = (query: string, fields: Partial<SearchInput> = {}) =>
    mustBe(bench.read.search({ query, ...fields }));
  const found = async (query: string, fields: Partial<SearchInput> = {}) =>
    (await search(query, fields)).results.map(({ content }) => content);
  const nowIso = () => new Date(bench.time.nowMs()).toISOString();
  return { ...bench, save, search, found, nowIso };
};

describe('search', () => {
  test('answers with the memory, its scores and the part that matches', async () => {
    const { save, search } = setUp();
    const { id } = await save('Deploys go out on friday', { tags: ['ops'] });
    await save('The office is closed on monday');
    const { results, elsewhere, tookMs, reason } = await search('when do deploys go out?');
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      id,
      tags: ['ops'],
      vectorScore: null,
      chunk: { text: 'Deploys go out on friday', start: 0, end: 24 },
    });
    expect(results[0]?.score).toBeGreaterThan(0);
    expect(results[0]?.score).toBeLessThanOrEqual(1);
    expect(results[0]).not.toHaveProperty('why');
    expect({ elsewhere, tookMs, reason }).toEqual({ elsewhere: [], tookMs: 0, reason: undefined });
    expect((await search('deploys', { explain: true })).results[0]?.why).toMatchObject({
      rank: 1,
      by: 'words',
    });
  });

  test('[M-8] with a project looks there and globally, without one everywhere, and says what is elsewhere', async () => {
    const { save, found, search } = setUp();
    await save('zebra here', { project: 'p' });
    await save('zebra there', { project: 'q' });
    await save('zebra global');
    expect((await found('zebra')).sort()).toEqual(['zebra global', 'zebra here', 'zebra there']);
    expect((await found('zebra', { project: 'p' })).sort()).toEqual(['zebra global', 'zebra here']);
    expect((await search('here', { project: 'q' })).elsewhere).toEqual([{ project: 'p', count: 1 }]);
    expect((await search('here', { project: 'p' })).elsewhere).toEqual([]);
  });

  test('[F-14] with operators finds what fits them and nothing else', async () => {
    const { save, found, search, read, write } = setUp();
    await save('Deploy goes to production on friday');
    await save('Deploy staging first', { tags: ['ops'] });
    await save('Redeployment is not asked for');
    await mustBe(
      write.importTurns({
        session: 's',
        project: null,
        turns: [
          { author: 'anna', text: 'deploy now', at: 1 },
          { author: 'ben', text: 'staging is red', at: 2 },
        ],
      }),
    );
    expect((await found('deploy NOT staging'))[0]).toBe('Deploy staging first');
    const { results, passages, reason } = await search('deploy NOT staging', { fts: true });
    expect(results.map(({ content }) => content)).toEqual(['Deploy goes to production on friday']);
    expect([passages.map(({ text }) => text), reason]).toEqual([['deploy now'], undefined]);
    expect(await found('deploy NOT (ops OR friday)', { fts: true })).toEqual([]);
    expect(await found('eployment', { fts: true })).toEqual([]);
    expect((await search('deploy NOT deploy', { fts: true })).reason).toContain('has these words');
    const mixed = await errorOf(read.search({ query: 'deploy', fts: true, mode: 'vector' }));
    expect(mixed.message).toContain('Operators work only');
    expect((await errorOf(read.search({ query: 'NOT x', fts: true }))).message).toContain('write first');
  });

  test('[F-15] a list by category goes on where it ended, and says what it cannot do', async () => {
    const { save, read } = setUp();
    for (const key of ['a', 'b', 'c']) await save(`fact ${key}`, { namespace: 'n', key });
    await save('fact a, changed', { namespace: 'n', key: 'a' });
    const first = await mustBe(read.list({ by: 'category', limit: 2 }));
    expect(first.memories.map(({ content }) => content)).toEqual(['fact a, changed', 'fact c']);
    const rest = await mustBe(read.list({ by: 'category', limit: 2, before: first.next ?? '' }));
    expect([rest.memories.map(({ content }) => content), rest.next, rest.total]).toEqual([
      ['fact b'],
      null,
      3,
    ]);
    expect((await errorOf(read.list({ by: 'category', before: '2026-01-01' }))).message).toContain(
      'not a place',
    );
    expect((await errorOf(read.list({ by: 'category', ids: [] }))).message).toContain('no categories');
  });

  test('[F-5] by tags any of them, by namespace everything below', async () => {
    const { save, found } = setUp();
    await save('zebra one', { tags: ['A'] });
    await save('zebra two', { tags: ['b'] });
    await save('zebra three', { key: 'k', namespace: 'entity/animals' });
    expect((await found('zebra', { tags: ['a', 'B'] })).sort()).toEqual(['zebra one', 'zebra two']);
    expect(await found('zebra', { namespace: 'entity/' })).toEqual(['zebra three']);
  });

  test('[F-5] by pin, author and time, whatever the limit; passages have none of these but words', async () => {
    const { save, found, nowIso, search, write } = setUp();
    await save('zebra one', { agent: 'codex', source: 'agent' });
    const first = nowIso();
    const { id } = await save('zebra two', { agent: 'gemini' });
    const second = nowIso();
    await mustBe(write.patch(id, { pinned: true }));
    const turns = [{ author: 'anna', text: 'zebra said', at: 1 }];
    await mustBe(write.importTurns({ session: 's', project: null, turns }));
    expect(await found('zebra', { agent: 'codex', limit: 1 })).toEqual(['zebra one']);
    expect(await found('zebra', { agent: ' codex\n', limit: 1 })).toEqual(['zebra one']);
    expect(await found('zebra', { source: 'user', limit: 1 })).toEqual(['zebra two']);
    expect(await found('zebra', { pinned: true, limit: 1 })).toEqual(['zebra two']);
    expect(await found('zebra', { since: second, limit: 1 })).toEqual(['zebra two']);
    expect(await found('zebra', { since: first, until: second, limit: 1 })).toEqual(['zebra one']);
    expect(await found('zebra', { device: 'd_other' })).toEqual([]);
    expect((await search('zebra')).passages).toHaveLength(1);
    expect((await search('zebra', { agent: 'codex' })).passages).toEqual([]);
    await expect(search('zebra', { since: 'soon' })).rejects.toThrow('is not a time');
  });

  test('[F-6] falls back to substrings, then to nothing with a reason', async () => {
    const { save, search } = setUp();
    await save('the marker is qu-agga81x');
    const part = await search('agga81');
    expect(part.results).toMatchObject([{ textScore: null, score: 0.5 }]);
    expect(part.reason).toContain('contain the text');
    expect((await search('absent')).reason).toContain('No current memory has these words');
    // The memory has the word, but the filter leaves the memory out.
    for (const limits of [{ tags: ['x'] }, { agent: 'codex' }, { since: '2999-01-01' }, { project: 'shop' }])
      expect((await search('absent', limits)).reason).toContain('No memory within these limits has');
    expect(await search('?!')).toMatchObject({ results: [], reason: expect.any(String) });
    expect((await search('marker', { mode: 'vector' })).reason).toContain('no embedder');
  });

  test('[F-6] in a large store words that begin so are found by the index, and are enough', async () => {
    const { save, search, stores, clock } = setUp();
    await save('the baseline holds');
    await save('the baseball is lost', { project: 'p' });
    await save('a database in the middle');
    const contents = async (query: string, fields: Partial<SearchInput> = {}) =>
      (await mustBe(large.search({ query, ...fields }))).results.map(({ content }) => content);
    const large = createReadEngine({ clock, store: { ...stores.reader, size: async () => 100_000 } });
    expect((await search('base')).results).toHaveLength(3);
    expect(await contents('base')).toEqual(['the baseball is lost', 'the baseline holds']);
    expect(await contents('basel hol')).toEqual(['the baseline holds']);
    expect(await contents('base', { project: 'q' })).toEqual(['the baseline holds']);
    // No word or too many words begin so; every row is read then.
    expect(await contents('atabas')).toEqual(['a database in the middle']);
    expect(await contents('ba')).toHaveLength(3);
    const part = await mustBe(large.search({ query: 'basel' }));
    expect(part.reason).toContain('No whole word matched');
  });

  test('[F-6] a damaged index is not "no results"', async () => {
    const { save, stores, clock } = setUp();
    await save('zebra one', { project: 'p' });
    const broken = createReadEngine({
      clock,
      store: {
        ...stores.reader,
        matchText: () => Promise.reject(storeFailure('index_corrupt', 'damaged')),
        countElsewhere: () => Promise.reject(storeFailure('index_corrupt', 'damaged')),
      },
    });
    const answer = await mustBe(broken.search({ query: 'zebra' }));
    expect(answer).toMatchObject({
      results: [{ content: 'zebra one' }],
      reason: expect.stringContaining('damaged'),
    });
    expect((await mustBe(broken.search({ query: 'zebra', project: 'q' }))).results).toEqual([]);
  });

  test.each([
    '"',
    "'; drop table memories; --",
    'NEAR(a b)',
    'a AND (b',
    '*',
    'col:x',
    '\u0000x',
    'x\ud800',
    '😀',
    '日',
  ])('takes %j as words, whatever it is', async (query) => {
    const { save, read } = setUp();
    await save('something else');
    expect((await mustBe(read.search({ query }))).results).toEqual([]);
  });

  test('of bad input says what to do', async () => {
    const { read } = setUp();
    expect((await errorOf(read.search({ query: '  ' }))).message).toContain('empty');
    expect((await errorOf(read.search({ query: 'x'.repeat(2_001) }))).message).toContain('2,001');
    expect((await errorOf(read.search({ query: 'x', asOf: 'yesterday' }))).message).toContain('2026-01-15');
    expect((await errorOf(read.search({ query: 'x', tags: [' '] }))).kind).toBe('invalid_input');
  });

  test('[M-3] as of a time finds what was current then, keys with the value of then', async () => {
    const { save, write, read, found, nowIso, time } = setUp();
    const { id } = await save('zebra one');
    await save('zebra vim', { key: 'editor', agent: 'cursor', source: 'user' });
    const then = nowIso();
    time.skip(MINUTE_MS);
    await mustBe(write.supersede(id, { content: 'zebra two' }));
    await save('zebra emacs', { key: 'editor', agent: 'codex', source: 'agent' });
    expect((await found('zebra')).sort()).toEqual(['zebra emacs', 'zebra two']);
    expect((await found('zebra', { asOf: then })).sort()).toEqual(['zebra one', 'zebra vim']);
    const { results } = await mustBe(read.search({ query: 'zebra', asOf: then }));
    expect(results.find(({ key }) => key === 'editor')).toMatchObject({ agent: 'cursor', source: 'user' });
    expect(await found('zebra', { asOf: '2020-01-01' })).toEqual([]);
    // A date without a time counts whole.
    const day = nowIso().slice(0, 10);
    expect((await found('zebra', { asOf: day })).sort()).toEqual(['zebra emacs', 'zebra two']);
    expect(await found('zebra', { since: day, until: day })).toHaveLength(2);
  });
});

describe('[M-4] similar', () => {
  test('are memories that share telling words in the same scope, best first', async () => {
    const { save, read } = setUp();
    await save('The billing service runs on port 8080');
    await save('Lunch is at noon');
    await save('The billing service runs on port 9999', { project: 'p' });
    const { id } = await save('The billing service runs on port 9090');
    const similar = await read.similarTo(id);
    expect(similar.map(({ content }) => content)).toEqual(['The billing service runs on port 8080']);
    expect(similar[0]?.score).toBeGreaterThan(0.35);
    expect(similar[0]?.score).toBeLessThan(1);
    expect(await read.similarTo('m_nope')).toEqual([]);
  });

  test('come with the reason: the same key first, then the same subject, then the same words', async () => {
    const { save, read } = setUp();
    const editor = await save('helix', { key: 'editor', namespace: 'tacit/tools' });
    const subject = await save('The billing service runs on port 8080');
    const words = await save('Invoices of the billing service are archived after one year');
    const { id: key } = await save('vim', { key: 'editor' });
    expect(await read.similarTo(key)).toEqual([
      { id: editor.id, content: 'helix', score: 0, reason: 'same_key' },
    ]);
    const port = await save('The billing service runs on port 9090');
    expect(await read.similarTo(port.id)).toMatchObject([{ id: subject.id, reason: 'same_subject' }]);
    const { id } = await save('Invoices of the billing service are archived for long');
    expect(await read.similarTo(id)).toMatchObject([{ id: words.id, reason: 'same_words' }]);
  });

  test('find a key by what a text says about it', async () => {
    const { save, read } = setUp();
    const key = await save('npm', { key: 'package-manager' });
    const { id } = await save('The package manager is pnpm');
    expect(await read.similarTo(id)).toMatchObject([{ id: key.id, reason: 'same_subject' }]);
  });

  test('are the same for a text that is not saved yet', async () => {
    const { save, read } = setUp();
    const before = await save('The billing service runs on port 8080');
    await save('The billing service runs on port 9999', { project: 'p' });
    const similar = await read.similarToText({ content: 'The billing service runs on port 9090' });
    expect(similar).toMatchObject([{ id: before.id, score: expect.closeTo(0.6, 0) }]);
    expect(await read.similarToText({ content: '' })).toEqual([]);
  });

  test('are at most three, and none when only common words are shared', async () => {
    const { save, read } = setUp();
    for (let n = 0; n < 6; n++) await save(`quagga herd number ${n} grazes quietly`);
    const { id } = await save('quagga herd number seven grazes quietly');
    expect(await read.similarTo(id)).toHaveLength(3);
    const other = await save('Completely different words about quagga and then much more besides them');
    expect(await read.similarTo(other.id)).toEqual([]);
  });
});

describe('list, get, export, statistics', () => {
  test('filter, count and page', async () => {
    const { save, read, write } = setUp();
    const { id } = await save('one', { tags: ['a'], pin: true });
    await save('two', { project: 'p' });
    await save('three', { key: 'k', namespace: 'tacit/x' });
    const two = await mustBe(write.supersede(id, { content: 'one again' }));
    expect((await mustBe(read.list({ limit: 1 }))).total).toBe(3);
    expect((await mustBe(read.list({ pinned: true }))).memories.map((m) => m.id)).toEqual([two.id]);
    expect((await mustBe(read.list({ project: 'q' }))).total).toBe(2);
    expect((await mustBe(read.list({ all: true }))).total).toBe(4);
    const page = await mustBe(read.list({ limit: 2 }));
    const last = await mustBe(read.list({ limit: 2, before: page.next ?? '' }));
    expect([page.memories.length, last.memories.length, last.total, last.next]).toEqual([2, 1, 3, null]);
    expect((await mustBe(read.list({ before: '2001-01-01' }))).memories).toEqual([]);
    expect((await errorOf(read.list({ before: 'yesterday' }))).message).toContain('`next`');
    for (const order of ['oldest', 'changed'] as const) {
      const whole = await mustBe(read.list({ order, before: '2200-01-01' }));
      const begin = await mustBe(read.list({ order, before: '2200-01-01', limit: 2 }));
      const rest = await mustBe(read.list({ order, before: begin.next ?? '', limit: 2 }));
      expect([...begin.memories, ...rest.memories]).toEqual(whole.memories);
      expect([whole.next, rest.total, rest.next]).toEqual([null, 3, null]);
      const none = await mustBe(read.list({ order, before: '2001-01-01', limit: 2 }));
      expect([none.memories, none.next]).toEqual([[], null]);
    }
    const first = await mustBe(read.exportPage(null, 3));
    const rest = await mustBe(read.exportPage(first.next, 3));
    expect(first.memories.length + rest.memories.length).toBe(4);
    expect(rest.next).toBeNull();
    expect((await read.stats()).memories).toMatchObject({ total: 4, current: 3, superseded: 1, keyed: 1 });
    expect(await read.stats()).toMatchObject({ summaries: 0, oldest: '2026-01-15', newest: '2026-01-15' });
    expect((await errorOf(read.exportPage('x', 3))).kind).toBe('invalid_input');
    for (const bad of ['', 'm_', 'nope', 'm_00000000000000000000000000']) {
      expect((await errorOf(read.get(bad))).kind).toBe('not_found');
    }
    // What was forgotten, changed or added between two pages moves no other memory out of the list or into it twice.
    for (const order of ['oldest', 'changed'] as const) {
      const { memories: whole } = await mustBe(read.list({ order }));
      const begin = await mustBe(read.list({ order, limit: 1 }));
      await mustBe(write.forget({ ids: begin.memories.map((m) => m.id) }));
      await save(`beside ${order}`);
      const rest = await mustBe(read.list({ order, before: begin.next ?? '' }));
      expect(rest.memories.slice(0, whole.length - 1).map((m) => m.id)).toEqual(
        whole.slice(1).map((m) => m.id),
      );
      expect((await errorOf(read.list({ before: begin.next ?? '' }))).message).toContain('`next`');
    }
  });
});
