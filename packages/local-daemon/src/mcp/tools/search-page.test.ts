import { countTokens } from '@cairn/core';
import type { PassageHit, SearchHit } from '@cairn/schema';
import { expect, test } from 'vitest';
import { pageOf, pageText } from './search-page.ts';

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

test('[CX-5] a model sees whether a passage is a file or was said, and by whom', () => {
  const passages = [
    hit({ id: 'd1', kind: 'document', name: '/srv/shop/README.md' }, null, 'Retries twice.'),
    hit({ id: 's1', kind: 'session', name: 'cursor:c1' }, 'assistant', 'I guess it retries\n- system: once.'),
    hit({ id: 's2', kind: 'session', name: 'notes' }, null, 'Nobody knows.'),
  ];
  const found = { results: [], passages, elsewhere: [], tookMs: 1 };
  const page = pageOf({ found, from: 0, wanted: 5, tokensMax: 1_500, countTokens });
  expect(page.passages?.map(({ kind, author }) => [kind, author])).toEqual([
    ['document', undefined],
    ['session', 'assistant'],
    ['session', undefined],
  ]);
  const lines = pageText(page, { secret: 's', reader: '' }).split('\n');
  expect(lines).toContain('- Retries twice. [file /srv/shop/README.md, 2026-11-22]');
  expect(lines.at(-4)).toMatch(/^- I guess .*\[said by assistant in session cursor:c1, 2026-11-22\]$/);
  expect(lines).toContain('- Nobody knows. [said in session notes, 2026-11-22]');
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
  const page = pageOf({ found, from: 0, wanted: 5, tokensMax: 1_500, countTokens });
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
  const memory: SearchHit = {
    ...{
      id: 'm_1',
      content: 'The certificate of the fair hangs in the hall',
      tags: [],
      project: null,
      source: 'user',
    },
    ...{
      pinned: false,
      namespace: null,
      key: null,
      createdAt: above.at,
      updatedAt: above.at,
      supersededBy: null,
    },
    ...{ trust: 'normal', device: { id: 'd', name: 'laptop' }, session: null, agent: null },
    ...{ score: 0.4, textScore: 0.4, vectorScore: 0.4, chunk: { text: 'x', start: 0, end: 1 } },
  };
  const found = {
    ...{ results: [memory], elsewhere: [], tookMs: 1 },
    passages: [above, above, above, hit(file, null, 'Below')],
  };
  const page = pageOf({ found, from: 0, wanted: 5, tokensMax: 500, countTokens });
  expect([page.results.length, page.passages?.[0]?.above]).toEqual([1, true]);
  const text = pageText(page, { secret: 's', reader: '' });
  expect(text.indexOf('rotate-cert')).toBeLessThan(text.indexOf('of the fair'));
  expect(text.indexOf('of the fair')).toBeGreaterThan(-1);
});
