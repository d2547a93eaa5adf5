import type { SaveInput, Source, Trust } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { guardText } from '../memory/guard.ts';
import { ATTACK_TEXTS, HARMLESS_TEXTS } from '../testing/attack-texts.ts';
import { createEngineBench } from '../testing/engine-bench.ts';
import { CATEGORIES } from './category.ts';
import { checkItems, type Finding } from './check-items.ts';
import { findStatements } from './statements.ts';
import { nextWindow } from './window.ts';

type Outcome = Trust | 'refused';

const outcomeOf = (content: string, source: Source): Outcome => {
  const guarded = guardText(content, source);
  return guarded.ok ? guarded.value.trust : 'refused';
};
const HARMLESS_OUTCOMES: readonly Outcome[] = ['refused', 'held', 'low'];
const texts = ATTACK_TEXTS.map(({ language, text }) => [language, text] as const);

/** Returns what would be stored with trust; the list has to be empty. */
const trusted = (findings: readonly Finding[]): readonly string[] =>
  findings
    .filter(({ content, trust }) => trust === 'normal' && outcomeOf(content, 'auto') === 'normal')
    .map(({ content }) => content);

const said = (content: string, role: 'user' | 'assistant' | 'tool' = 'user') => ({
  sequence: 0,
  role,
  content,
  at: 0,
});

describe('[G-1] an order in a conversation', () => {
  test('is one of at least 60 in at least ten languages', () => {
    expect(texts.length).toBeGreaterThanOrEqual(60);
    expect(new Set(texts.map(([language]) => language)).size).toBeGreaterThanOrEqual(10);
    expect(HARMLESS_TEXTS.length).toBeGreaterThanOrEqual(40);
  });

  test.each(texts)('%s: %j saved directly is refused, held or mistrusted', (_, text) => {
    expect(HARMLESS_OUTCOMES).toContain(outcomeOf(text, 'agent'));
    for (const source of ['auto', 'tool', 'web'] as const)
      expect(['refused', 'held']).toContain(outcomeOf(text, source));
  });

  test.each(texts)('[X-4] %s: %j found by set phrases is not trusted', (_, text) => {
    expect(trusted(findStatements([said(text)], -1))).toEqual([]);
  });

  test.each(texts)('[X-2] %s: %j found by a model that repeats it is not trusted', (_, text) => {
    const window = nextWindow([said(text)], -1);
    const items = CATEGORIES.map((category) => ({ category, key: 'rule', value: text }));
    const checked = window === null ? null : checkItems(items, window);
    expect(checked?.ok === true ? trusted(checked.value) : []).toEqual([]);
  });

  test.each(texts)('[X-2] %s: %j that a tool brought is nothing that the person said', (_, text) => {
    const messages = [said(text, 'tool'), { ...said(`The page says: ${text}`, 'assistant'), sequence: 1 }];
    const window = nextWindow([...messages, { ...said('And what is the weather?'), sequence: 2 }], -1);
    const items = CATEGORIES.map((category) => ({ category, key: 'rule', value: text }));
    const checked = window === null ? null : checkItems(items, window);
    const found = checked?.ok === true ? checked.value : [];
    expect(trusted(found)).toEqual([]);
    expect(found.filter(({ namespace }) => namespace === 'tacit/preferences')).toEqual([]);
  });

  test.each(HARMLESS_TEXTS)('%j is none', (text) => {
    expect([outcomeOf(text, 'user'), outcomeOf(text, 'agent'), outcomeOf(text, 'auto')]).toEqual([
      'high',
      'normal',
      'normal',
    ]);
  });
});

describe('[G-1, CX-5] in the store', () => {
  const saved = async (source: Source) => {
    const { write, read } = createEngineBench();
    const ids: string[] = [];
    for (const { text } of ATTACK_TEXTS) {
      const fields: SaveInput = { content: text, source };
      const answer = await write.remember(fields);
      if (answer.ok) ids.push(answer.value.id);
    }
    return { read, ids };
  };

  test.each(['agent', 'auto', 'tool', 'web'] as const)(
    'no attack saved by %s is ever given to a model unasked',
    async (source) => {
      const { read } = await saved(source);
      const contexts = [
        await read.context({ maxTokens: 32_000 }),
        await read.context({ maxTokens: 32_000, form: 'prompt' }),
      ];
      for (const { text } of ATTACK_TEXTS)
        contexts.push(await read.context({ query: text.slice(0, 200), maxTokens: 8_000 }));
      for (const context of contexts) {
        const body = context.ok ? context.value.text : '';
        for (const { text } of ATTACK_TEXTS) expect(body).not.toContain(text.slice(0, 30));
        expect(context.ok && context.value.sections.flatMap(({ ids }) => ids)).toEqual([]);
      }
    },
  );

  test('of what a person saves themselves nothing closes the fence or opens a role', async () => {
    const { read } = await saved('user');
    const context = await read.context({ maxTokens: 32_000 });
    const body = context.ok ? context.value.text : '';
    expect(body.match(/<\/memory/g)).toHaveLength(1);
    expect(body).not.toMatch(/<\/?\s*system|<\||\[\/?INST/i);
  });
});
