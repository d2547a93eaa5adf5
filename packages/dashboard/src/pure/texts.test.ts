import { describe, expect, test } from 'vitest';
import { areAlike } from './alike.ts';
import { eventsIn } from './event-lines.ts';
import { highlight } from './highlight.ts';
import { hashOf, memoryHash, parseRoute } from './route.ts';
import { usesText } from './uses.ts';
import { reasonsFor } from './why.ts';
import { agoOf, bytesOf, countOf, cutAt, dayOf, nameOfDay, ranWords } from './words.ts';

test('[PG-5] an address is a page with its filters, none is the timeline, and one that leads nowhere is told', () => {
  expect(parseRoute(hashOf('search', { q: 'a b&c=d', project: '', asOf: null }))).toEqual({
    page: 'search',
    query: { q: 'a b&c=d' },
  });
  expect(parseRoute(memoryHash('m_1/2'))).toEqual({ page: 'memory', id: 'm_1/2' });
  for (const hash of ['', '#', '#/']) expect(parseRoute(hash)).toEqual({ page: 'timeline', query: {} });
  for (const address of ['nowhere', 'nowhere/abc', 'memory', 'memory/', 'timeline/abc', 'key=x'])
    expect(parseRoute(`#/${address}`)).toEqual({ page: 'unknown', address });
  expect(parseRoute('#/memory/%E0%A4%A')).toEqual({ page: 'memory', id: '%E0%A4%A' });
});

describe('[PG-6] a result', () => {
  test('has what was looked for marked, at the beginning of words', () => {
    const marked = (text: string, terms: readonly string[]) =>
      highlight(text, terms)
        .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
        .join('');
    expect(marked('Ports and reports: port 80', ['port'])).toBe('[Port]s and reports: [port] 80');
    expect(marked('a.b (c)', ['a.b', '(c)', ''])).toBe('[a.b] [(c)]');
    expect(marked('a tea-cup/saucer', ['tea-cup', 'x/y'])).toBe('a [tea-cup]/saucer');
    expect(marked('naïve Ünder', ['ünder'])).toBe('naïve [Ünder]');
    expect(marked('nothing', [])).toBe('nothing');
    expect(marked('<b>', ['<b>', '.*', '$&'])).toBe('[<b>]');
  });

  test('says which side found it, and where it is from', () => {
    const hit = {
      textScore: 0.5,
      vectorScore: null,
      project: 'shop',
      why: { terms: ['port', 7], isExact: true },
    };
    expect(reasonsFor(hit, 'shop').map(({ name, says }) => `${name}: ${says}`)).toEqual([
      'Words: looked for port',
      'Meaning: not compared by meaning',
      'Scope: of this project, shop',
      'Exact: contains the question exactly as it was written',
    ]);
    const [words, , scope] = reasonsFor({ textScore: null, vectorScore: 0.7, project: null }, null);
    expect([words?.says, scope?.says]).toEqual([
      'no word of the question matched',
      'global: it applies everywhere',
    ]);
  });

  test.each([
    [0.054, 'that raises its score by 0.05'],
    [-0.02, 'that lowers its score by 0.02'],
  ])('[F-24] says what the judge changed: %d', (judged, says) => {
    const [, , reason] = reasonsFor(
      { textScore: 0.5, vectorScore: 0.7, project: null, why: { judged } },
      null,
    );
    expect(reason).toMatchObject({ name: 'Word by word', says: `compared with the question, ${says}` });
  });
});

test('[PG-12] a memory that was given once was given one time', () => {
  const use = {
    agent: 'codex',
    given: 1,
    lastGivenAt: '2026-11-22T10:00:00.000Z',
    used: 0,
    lastUsedAt: null,
  };
  expect(usesText([use])).toMatch(/^1 time to codex, last /);
  expect(usesText([{ ...use, given: 2 }])).toMatch(/^2 times to codex, last /);
});

test('[PG-9] events are read however the stream is cut', () => {
  const stream =
    ': ping\n\nevent: changed\ndata: {"kind":"changed","ids":["m_1"]}\n\nevent: sync\ndata: {"kind":"sync","state":"idle"}\n\n';
  for (let cut = 0; cut <= stream.length; cut++) {
    const first = eventsIn(stream.slice(0, cut));
    const second = eventsIn(first.rest + stream.slice(cut));
    expect([...first.events, ...second.events]).toEqual([
      { kind: 'changed', ids: ['m_1'] },
      { kind: 'sync', state: 'idle' },
    ]);
  }
});

test('[PG-10] a text that is cut has no half of a character, and numbers read well', () => {
  expect(cutAt('ab🪨', 3)).toBe('ab…');
  expect(cutAt('ab🪨', 4)).toBe('ab🪨');
  expect([0, 999, 1_500, 123_456, 5_000_000].map(bytesOf)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '123 kB',
    '5.0 MB',
  ]);
  expect([countOf(1, 'device'), countOf(1_200, 'device')]).toEqual(['1 device', '1,200 devices']);
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(agoOf('2026-11-22T11:59:55Z', now)).toBe('just now');
  expect(agoOf('2026-11-22T11:59:30Z', now)).toBe('less than a minute ago');
  expect(agoOf('2026-11-22T12:00:30Z', now)).toBe('in less than a minute');
  expect(agoOf('2026-11-22T09:00:00Z', now)).toBe('3 hours ago');
  // Neither is tomorrow or last month.
  expect(agoOf('2026-11-24T02:00:00Z', Date.parse('2026-11-22T18:00:00Z'))).toBe('in 1 day');
  expect(agoOf('2026-10-20T12:00:00Z', Date.parse('2026-12-01T12:00:00Z'))).toBe('1 month ago');
  const today = dayOf(now);
  expect([nameOfDay(today, now), nameOfDay(today - 1, now)]).toEqual(['Today', 'Yesterday']);
  expect(dayOf(now) - dayOf(now - 86_400_000)).toBe(1);
});

test('[PG-30] texts are alike when the shorter one shares half of its words', () => {
  expect(areAlike('The staging database is read-only', 'The staging database is read-only at night')).toBe(
    true,
  );
  expect(areAlike('Ana leads design', 'Ben leads sales')).toBe(false);
  expect([areAlike('', 'Anything'), areAlike('design', 'Ana leads design')]).toEqual([false, false]);
});

test('[PG-18] a run without success is not told as one', () => {
  expect(ranWords({ status: 'ok', summary: 'Two things changed.' })).toBe('It has run.');
  expect(ranWords({ status: 'failed', summary: 'No model answered.' })).toBe(
    'The run failed: No model answered.',
  );
  expect(ranWords({ status: 'skipped', summary: null })).toBe('The run was skipped: nothing more is known.');
});
