import { expect, test } from 'vitest';
import { maskText } from '../memory/mask.ts';
import type { MessageRow } from '../ports/session-store.ts';
import { digestMessages } from './digest.ts';

const AT = Date.UTC(2026, 0, 1);
const DATE = '(2026-01-01)';
const said = (role: MessageRow['role'], content: string, sequence = 0): MessageRow => ({
  ...{ role, content: maskText(content), sequence, at: AT + sequence * 1_000 },
  ...{ toolCalls: null, toolResults: null, tokens: 1, session: 's' },
});
const linesOf = (...messages: readonly MessageRow[]) => digestMessages(messages, 2_000).split('\n');

test('[SE-2] a digest says the sentences of one message in their order', () => {
  const message = said(
    'user',
    'Yes, but no retries please. We never hide flakiness with retries. Wait instead.',
  );
  expect(linesOf(message)).toEqual([
    `user: Yes, but no retries please. ${DATE}`,
    `user: We never hide flakiness with retries. ${DATE}`,
    `user: Wait instead. ${DATE}`,
  ]);
});

test('[SE-2] it holds sentences, not the marks of lists, tables and headings', () => {
  const text = [
    ...['### What was done', '- [x] Waits for the webhook of the shop', '> The timeout is ten seconds now'],
    ...['| file | change |', '|---|---|', '| a.ts | waits |', '---', '```', 'code()', '```'],
    ...['1. Build the image of the shop', '2) Push it to the registry'],
  ].join('\n');
  expect(linesOf(said('user', text))).toEqual([
    `user: What was done ${DATE}`,
    `user: Waits for the webhook of the shop ${DATE}`,
    `user: The timeout is ten seconds now ${DATE}`,
    `user: Build the image of the shop ${DATE}`,
    `user: Push it to the registry ${DATE}`,
  ]);
});

test('[SE-2] words that only answer are not in it', () => {
  expect(linesOf(said('user', 'Hi! Use npm. OK?'), said('assistant', 'Done!', 1))).toEqual([
    `user: Use npm. ${DATE}`,
  ]);
});

test('[SE-2, G-1] a secret is a marker as people read it, whatever its length was', () => {
  const key = `sk-ant-api03-${'a'.repeat(80)}`;
  const lines = linesOf(
    said('user', `The key of the staging server is ${key} for now.`, 0),
    said('user', 'The database is postgres://shop:hunter2@db.acme.dev:5432/shop today.', 1),
  );
  expect(lines).toEqual([
    `user: The key of the staging server is [redacted: Anthropic key] for now. ${DATE}`,
    `user: The database is postgres://shop:[redacted]@db.acme.dev:5432/shop today. ${DATE}`,
  ]);
});
