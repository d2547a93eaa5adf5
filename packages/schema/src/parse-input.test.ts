import { expect, test } from 'vitest';
import { accountBrowserInput } from './account.ts';
import { parseInput } from './parse-input.ts';
import { sessionsInput } from './sessions.ts';

test.each([
  [sessionsInput, { before: 'x' }],
  [accountBrowserInput, { server: 's', project: 'p', provider: '?', port: 1 }],
])('the sentence of an error ends in one full stop', (schema, input) => {
  const parsed = parseInput<unknown>(input, schema);
  expect(parsed.ok ? '' : parsed.error.message).toMatch(/[^.]\.$/);
});
