import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORIES, type Category, categoryOf, placeOf } from './category.ts';
import { parseExtraction } from './parse-answer.ts';
import { parseNote } from './parse-note.ts';

const TABS = { category: 'preferences', key: 'indentation', value: 'Prefers tabs' } as const;
const EMPTY = { entities: [], decisions: [], styles: [], artifacts: [] };
const WISHED = JSON.stringify({ preferences: [{ key: 'indentation', value: 'Prefers tabs' }], ...EMPTY });

describe('[X-2] an answer', () => {
  test.each([
    ['as it was wished', WISHED],
    ['in a fence', `\`\`\`json\n${WISHED}\n\`\`\``],
    ['in a fence that is never closed', `\`\`\`json\n${WISHED}`],
    ['in prose', `Sure! Here is what I found:\n${WISHED}\nLet me know.`],
    ['after a thought', `<think>{"preferences": nonsense} hmm</think>${WISHED}`],
    ['with other names', '{"Preference": {"indentation": "Prefers tabs"}}'],
    ['as lines', 'I found:\n- preferences: indentation = Prefers tabs\n'],
    ['as lines with marks', '**Preference**: indentation = "Prefers tabs"'],
    ['as a list', '[{"category":"preference","key":"indentation","value":"Prefers tabs"}]'],
    ['as one object', '{"type":"preferences","name":"indentation","content":"Prefers tabs"}'],
    ['one object a line', '{"category":"preferences","key":"indentation","value":"Prefers tabs"}\n'],
    ['wrapped', '{"facts":{"preferences":[{"key":"indentation","value":"Prefers tabs"}]}}'],
    ['as pairs in texts', '{"preferences":["indentation = Prefers tabs"]}'],
    ['with a lonely brace before it', `Use { carefully.\n${WISHED}`],
  ])('%s is read', (_, raw) => {
    expect(parseExtraction(raw)).toEqual([TABS]);
  });

  test('several objects on lines of their own are all read', () => {
    const line = (key: string) => `{"category":"entity","key":"${key}","value":"A place"}`;
    expect(parseExtraction(`${line('porto')}\n${line('lisbon')}`)?.map(({ key }) => key)).toEqual([
      'porto',
      'lisbon',
    ]);
  });

  test.each([
    ['a number', '42', '42'],
    ['a truth', 'true', 'true'],
    ['a list', '["tabs", 4]', 'tabs, 4'],
    ['an object', '{"size": 4, "kind": "tabs"}', 'size: 4, kind: tabs'],
  ])('a value that is %s becomes a text', (_, value, text) => {
    const raw = `{"preferences":[{"key":"k","value":${value}}]}`;
    expect(parseExtraction(raw)).toEqual([{ category: 'preferences', key: 'k', value: text }]);
  });

  test.each([
    '{}',
    '[]',
    WISHED.replace(/\[\{.*?\}\]/, '[]'),
    'NONE',
    'Nothing to extract.',
    '```json\n{}\n```',
  ])('%j has found nothing', (raw) => {
    expect(parseExtraction(raw)).toEqual([]);
  });

  test.each([
    '',
    '   ',
    'I am sorry, I cannot do that.',
    '<!doctype html><html></html>',
    '{"preferences": [',
    '{"a": 1}',
    'null and void',
    '[1, 2]',
    '{"preferences"',
  ])('%j cannot be read', (raw) => {
    expect(parseExtraction(raw)).toBeNull();
  });

  test('empty values are left out, a value without a key gets a name of its own words', () => {
    const raw =
      '{"preferences":[{"key":"a","value":""},{"key":"b","value":null},{"value":"Prefers dark themes"}]}';
    const items = parseExtraction(raw) ?? [];
    expect(items).toEqual([{ category: 'preferences', key: '', value: 'Prefers dark themes' }]);
    expect(items.map((item) => placeOf(item, 0))).toEqual([
      { namespace: 'tacit/preferences', key: 'prefers-dark-themes' },
    ]);
  });

  test('whatever comes, nothing is thrown and nothing is made up', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.json({ maxDepth: 4 })),
        (raw) => {
          for (const { category, key, value } of parseExtraction(raw) ?? []) {
            expect(CATEGORIES).toContain(category);
            expect(raw.length).toBeGreaterThan(0);
            // The pieces occur in the answer, apart from JSON escapes.
            for (const piece of [...key, ...value.replace(/[,: ]/g, '')])
              expect(raw.includes(piece) || raw.includes('\\')).toBe(true);
          }
        },
      ),
      { numRuns: 2_000, seed: 7 },
    );
  });

  const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 3, maxLength: 10 });
  const item = fc.record({
    category: fc.constantFrom(...CATEGORIES),
    key: word,
    value: fc.array(word, { minLength: 1, maxLength: 6 }),
  });

  test('what was answered is read as it was, whatever stands around it', () => {
    const noise = fc.constantFrom('', 'Sure:\n', '```json\n', '<think>well {</think>', 'Result -> ');
    fc.assert(
      fc.property(
        fc.uniqueArray(item, { minLength: 1, maxLength: 6, selector: ({ key }) => key }),
        noise,
        (items, before) => {
          const lists: Record<Category, { key: string; value: string }[]> = {
            preferences: [],
            entities: [],
            decisions: [],
            styles: [],
            artifacts: [],
          };
          for (const { category, key, value } of items) lists[category].push({ key, value: value.join(' ') });
          const raw = `${before}${JSON.stringify(lists)}${before.startsWith('```') ? '\n```' : ''}\nDone.`;
          const expected = items
            .map(({ category, key, value }) => `${category} ${key} ${value.join(' ')}`)
            .sort();
          expect(
            parseExtraction(raw)
              ?.map((one) => `${one.category} ${one.key} ${one.value}`)
              .sort(),
          ).toEqual(expected);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });

  test('a cut answer never gives a cut fact', () => {
    fc.assert(
      fc.property(fc.nat({ max: WISHED.length - 1 }), (length) => {
        for (const found of parseExtraction(WISHED.slice(0, length)) ?? []) expect(found).toEqual(TABS);
      }),
      { seed: 7 },
    );
  });
});

describe('[X-1] a place', () => {
  const at = Date.UTC(2026, 4, 3, 23);
  test.each([
    ['preferences', 'Code_Style', 'tacit/preferences', 'code-style'],
    ['entities', 'person/Sarah', 'entity/default', 'person/sarah'],
    ['decisions', 'database', 'daily/2026-05-03', 'database'],
    ['styles', 'humour', 'tacit/personality', 'style/humour'],
    ['styles', 'style/humour', 'tacit/personality', 'style/humour'],
    ['artifacts', 'launch plan', 'tacit/artifacts', 'launch-plan'],
  ] as const)('of %s %s is %s %s', (category, key, namespace, name) => {
    expect(placeOf({ category, key, value: 'x' }, at)).toEqual({ namespace, key: name });
  });

  test('has a key that fits, however long it was', () => {
    const { key } = placeOf({ category: 'styles', key: 'k'.repeat(500), value: 'x' }, at);
    expect(key.length).toBeLessThanOrEqual(128);
    expect(categoryOf('weather')).toBeNull();
  });
});

describe('[X-2, X-3] a note', () => {
  test.each([
    ['{"note":"It works."}', 'It works.'],
    ['```json\n{"note":"It works."}\n```', 'It works.'],
    ['Note: It works.', 'It works.'],
    ['It  works.', 'It works.'],
    ['{"note":"CI runs ```npm ci``` first."}', 'CI runs ```npm ci``` first.'],
    ['{"summary":"It works."}', 'It works.'],
    ['SKIP', null],
    ['none.', null],
    ['{"note":"NONE"}', null],
    ['{"note":null}', null],
    ['{"note":""}', null],
  ])('%j reads %j', (raw, note) => {
    expect(parseNote(raw, 'note')).toEqual({ ok: true, value: note });
  });

  test.each(['', '<html></html>', '{"note": 5}', '{"a":"b","c":"d"}', '{"note": "half'])(
    '%j cannot be read',
    (raw) => {
      expect(parseNote(raw, 'note').ok).toBe(false);
    },
  );
});
