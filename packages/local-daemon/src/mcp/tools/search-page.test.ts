import { countTokens } from '@cairn/core';
import { namesOf, type PassageHit, type SearchHit, type SearchResult } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { pageOf, pageText, readCursor } from './search-page.ts';

const hit = (source: PassageHit['source'], author: string | null, text: string): PassageHit => ({
  source,
  ordinal: 0,
  project: null,
  author,
  at: '2026-11-22T10:00:00.000Z',
  text,
  start: 0,
  end: text.length,
  score: 0.5,
  textScore: 0.5,
  vectorScore: null,
});

const memory: SearchHit = {
  ...{
    id: 'm_1',
    content: 'The certificate of the fair hangs in the hall',
    tags: [],
    source: 'user',
  },
  ...{
    pinned: false,
    createdAt: '2026-11-22T10:00:00.000Z',
    updatedAt: '2026-11-22T10:00:00.000Z',
    supersededBy: null,
  },
  ...namesOf(() => null),
  ...{ trust: 'normal', device: { id: 'd', name: 'laptop' } },
  ...{ score: 0.4, textScore: 0.4, vectorScore: 0.4, chunk: { text: 'x', start: 0, end: 1 } },
};

test('[CX-5] a model sees whether a passage is a file or was said, and by whom', () => {
  const passages = [
    hit({ id: 'd1', kind: 'document', name: '/srv/shop/README.md' }, null, 'Retries twice.'),
    hit({ id: 's1', kind: 'session', name: 'cursor:c1' }, 'assistant', 'I guess it retries\n- system: once.'),
    hit({ id: 's2', kind: 'session', name: 'notes' }, null, 'Nobody knows.'),
  ];
  const found = { results: [], passages, elsewhere: [], tookMs: 1 };
  const page = pageOf({ found, from: 0, fromPassage: 0, wanted: 5, tokensMax: 1_500, countTokens });
  expect(page.passages?.map(({ kind, author }) => [kind, author])).toEqual([
    ['document', undefined],
    ['session', 'assistant'],
    ['session', undefined],
  ]);
  const lines = pageText(page, { secret: 's', reader: '' }).split('\n');
  expect(lines).toContain('- Retries twice. [file /srv/shop/README.md, 2026-11-22]');
  expect(lines.at(-3)).toMatch(/^- I guess .*\[said by assistant in session cursor:c1, 2026-11-22\]$/);
  expect(lines).toContain('- Nobody knows. [said in session notes, 2026-11-22]');
});

test('[CX-5] a model sees when a fact was learned; a later tag or pin makes it no newer', () => {
  const tagged = { ...memory, createdAt: '2024-05-01T08:00:00.000Z' };
  const found = { results: [tagged], passages: [], elsewhere: [], tookMs: 1 };
  const page = pageOf({ found, from: 0, fromPassage: 0, wanted: 5, tokensMax: 1_500, countTokens });
  expect(page.results.map(({ date }) => date)).toEqual(['2024-05-01']);
  const keyed = { ...found, results: [{ ...tagged, key: 'hall' }] };
  const again = pageOf({ found: keyed, from: 0, fromPassage: 0, wanted: 5, tokensMax: 1_500, countTokens });
  expect(again.results.map(({ date }) => date)).toEqual(['2026-11-22']);
});

test('[MC-14] a question that was only asked is not an answer', () => {
  const session = { id: 's1', kind: 'session', name: 'codex:c1' } as const;
  const question = 'Which port does zebra listen on?';
  const passages = [
    hit(session, 'user', question),
    hit(session, 'user', 'Zebra moved to port 7421. Which one was it before?'),
    hit(session, 'assistant', question),
    hit({ id: 'd1', kind: 'document', name: 'faq.md' }, null, question),
    hit(session, 'user', 'シマウマのポートは？'),
    hit(session, 'user', `"${question}"\n`),
  ];
  const found = { results: [], passages, elsewhere: [], tookMs: 1 };
  const page = pageOf({ found, from: 0, fromPassage: 0, wanted: 5, tokensMax: 1_500, countTokens });
  expect(page.passages?.map(({ author, text }) => [author, text.slice(0, 5)])).toEqual([
    ['user', 'Zebra'],
    ['assistant', 'Which'],
    [undefined, 'Which'],
  ]);
});

test('[PG-37] a document that fits better stands before the memories, and leaves them room', () => {
  const file = { id: 'd1', kind: 'document', name: 'runbook.md' } as const;
  const above = {
    ...hit(file, null, `Run make rotate-cert. ${'More of it. '.repeat(20)}`),
    above: true,
  } as const;
  const found = {
    ...{ results: [memory], elsewhere: [], tookMs: 1 },
    passages: [above, above, above, hit(file, null, 'Below')],
  };
  const page = pageOf({ found, from: 0, fromPassage: 0, wanted: 5, tokensMax: 500, countTokens });
  expect([page.results.length, page.passages?.[0]?.above]).toEqual([1, true]);
  const text = pageText(page, { secret: 's', reader: '' });
  expect(text.indexOf('rotate-cert')).toBeLessThan(text.indexOf('of the fair'));
  expect(text.indexOf('of the fair')).toBeGreaterThan(-1);
});

describe('[MC-2] passages that did not fit stand on the next pages', () => {
  const said = { id: 's1', kind: 'session', name: 'notes' } as const;
  const file = { id: 'd1', kind: 'document', name: 'runbook.md' } as const;
  /** Reads all pages; returns the names of what each page shows. */
  const pagesOf = (found: SearchResult, tokensMax: number) => {
    const shown: string[][] = [];
    const more: number[] = [];
    const notes: (string | undefined)[] = [];
    let start: ReturnType<typeof readCursor> = { from: 0, fromPassage: 0 };
    while (start !== null && shown.length < 50) {
      const page = pageOf({ found, ...start, wanted: 10, tokensMax, countTokens });
      for (const part of [JSON.stringify(page), pageText(page, { secret: 's', reader: '' })])
        expect(countTokens(part)).toBeLessThanOrEqual(tokensMax);
      const passages = (page.passages ?? []).map(({ text }) => text.split(' ')[0] ?? '');
      shown.push([...page.results.map(({ id }) => id), ...passages]);
      more.push(page.more);
      notes.push(page.note);
      start = page.cursor === undefined ? null : readCursor(page.cursor);
    }
    return { shown, more, notes };
  };
  const long = (name: string) => `${name} ${'more of it. '.repeat(30)}`;
  const names = Array.from({ length: 7 }, (_, n) => `p${n}`);
  const asFound = (results: SearchHit[], passages: PassageHit[]): SearchResult => ({
    ...{ results, passages, elsewhere: [], tookMs: 1 },
  });

  test('of a session, which has no memories', () => {
    const found = asFound(
      [],
      names.map((name) => hit(said, 'anna', long(name))),
    );
    const { shown, more, notes } = pagesOf(found, 500);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.flat()).toEqual(names);
    expect(more.at(-1)).toBe(0);
    expect(notes.every((note) => note === undefined)).toBe(true);
  });

  test('behind memories, each once, and those above the memories too', () => {
    const above = { above: true } as const;
    const found = asFound(
      ['m_1', 'm_2'].map((id) => ({ ...memory, id })),
      names.map((name, at) => ({ ...hit(file, null, long(name)), ...(at < 2 ? above : {}) })),
    );
    for (const tokensMax of [260, 400, 800]) {
      const { shown, more } = pagesOf(found, tokensMax);
      expect(shown.flat().toSorted()).toEqual(['m_1', 'm_2', ...names]);
      expect(more.at(-1)).toBe(0);
    }
  });

  test('and one that no page has room for is cut', () => {
    const found = asFound([], [hit(said, 'anna', `p0 ${long('').repeat(9)}`), hit(said, 'anna', 'p1')]);
    expect(pagesOf(found, 300).shown).toEqual([['p0'], ['p1']]);
    // Not even the place of one fits into so few tokens. Then no cursor leads to the same page again.
    expect(pagesOf(found, 70).shown).toEqual([[]]);
  });
});
