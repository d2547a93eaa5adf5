import { LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { mcpBench } from '../../testing/mcp-bench.ts';
import { TOOLS } from '../server.ts';

const bench = mcpBench();
const caller = {
  ...{ agent: null, session: null, project: null, cwd: null, turn: null },
  signal: new AbortController().signal,
};
const deps = {
  memories: bench.memories,
  countTokens: (text: string) => text.length,
  fence: { secret: 's', reader: '' },
  notePace: () => 0,
  turnOf: async () => null,
};

const refused = async (name: string, args: unknown): Promise<string> => {
  const tool = TOOLS.find((one) => one.name === name);
  const answer = await tool?.call(deps, args, caller);
  if (answer === undefined || answer.ok) throw new Error(`${name} took ${JSON.stringify(args)}`);
  expect(answer.error.kind).toBe('invalid_input');
  return answer.error.message;
};

const needed: Readonly<Record<string, object>> = {
  memory_save: { content: 'x' },
  memory_search: { query: 'x' },
};
const wrongFor = (type: unknown): readonly unknown[] =>
  [7, 1.5, true, 'x'.repeat(99), [1], { a: 1 }].filter((value) =>
    type === 'string'
      ? typeof value !== 'string'
      : type === 'boolean'
        ? value !== true
        : type === 'array'
          ? true
          : value !== 7,
  );
const everyArgument = TOOLS.flatMap((tool) =>
  Object.entries(Object(tool.inputSchema().properties)).map(
    ([argument, shape]) => [tool.name, argument, Object(shape).type] as const,
  ),
);

describe('[MC-3] wrong arguments', () => {
  test.each(everyArgument)(
    '%s, %s: what is wanted and what was given is said',
    async (name, argument, type) => {
      for (const value of wrongFor(type)) {
        const sentence = await refused(name, { ...needed[name], [argument]: value });
        expect(sentence).toMatch(
          new RegExp(`^${argument}(?:\\[0\\])? must be .+, not .+\\. ${name} takes .+\\.$`),
        );
        expect(sentence.length).toBeLessThan(300);
      }
      expect(await refused(name, { ...needed[name], [`${argument}Name`]: 1 })).toContain(
        `${name} has no argument "${argument}Name"; ${argument} may be meant.`,
      );
    },
  );

  test.each([
    ['memory_save', {}, 'content is missing (the fact, 1 to 2000 characters). memory_save takes content, '],
    ['memory_save', [], 'The arguments must be an object, not a list.'],
    ['memory_save', { content: 'x', tags: 'fix' }, 'not the string "fix": write ["fix"].'],
    ['memory_save', { content: 'x', tags: ['a', 7] }, 'tags[1] must be a string, not 7.'],
    [
      'memory_save',
      { content: 'x', pin: 'true' },
      'pin must be true or false, not the string "true": write true.',
    ],
    ['memory_save', { content: 'x', colour: 1 }, 'memory_save has no argument "colour". memory_save takes'],
    [
      'memory_search',
      { query: 'x', limit: '5' },
      'limit must be a whole number, not the string "5": write 5.',
    ],
    ['memory_search', { query: 'x', limit: 0 }, `limit must be from 1 to ${LIMITS.mcpPageMax}, not 0.`],
    [
      'memory_search',
      { maxTokens: 9 },
      'query is missing (words or a question). memory_search has no argument "maxTokens"; max_tokens may be meant.',
    ],
    [
      'memory_context',
      { max_tokens: 1e9 },
      `max_tokens must be from 1 to ${LIMITS.mcpTokensMax}, not 1000000000.`,
    ],
  ])('%s %j', async (name, args, sentence) => {
    expect(await refused(name, args)).toContain(sentence);
  });

  test('of many mistakes the first three are told, and long ones are shortened', async () => {
    const sentence = await refused('memory_search', {
      query: 7,
      tags: 7,
      limit: 'x'.repeat(999),
      project: 7,
    });
    expect(sentence.match(/ must be /g)).toHaveLength(3);
    expect(sentence.length).toBeLessThan(300);
  });
});
