import { expect, test } from 'vitest';
import { parseMessages } from './message.ts';

const parsed = (...toolResults: unknown[]) =>
  parseMessages([{ role: 'tool', content: '', toolResults }], -1, 0);

test('[SE-1] tool results are kept as JSON has them, dates too', () => {
  const given = { at: new Date(0), none: undefined, list: [undefined] };
  expect(parsed(given)).toMatchObject({
    value: [{ toolResults: '[{"at":"1970-01-01T00:00:00.000Z","list":[null]}]' }],
  });
});

test('[SE-1] tool results that JSON cannot hold are refused with a sentence', () => {
  const circle: { itself?: unknown } = {};
  circle.itself = circle;
  const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
  for (const given of [circle, deep, { big: 1n }])
    expect(parsed(given)).toMatchObject({
      ok: false,
      error: { kind: 'invalid_input', message: expect.stringContaining('Send them as text') },
    });
});

test('[G-1] a secret in a list is known by the name of the list', () => {
  const results = parsed({ password: ['correct-horse-9', ['b4ttery-staple']], users: ['anna', 'bob'] });
  expect(JSON.stringify(results)).not.toMatch(/horse|staple/);
  expect(JSON.stringify(results)).toContain('bob');
});
