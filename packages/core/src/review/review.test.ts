import { describe, expect, test } from 'vitest';
import { contradictionOf } from './compare.ts';
import { stalenessOf } from './stale.ts';
import { statementOf } from './statement.ts';

const said = (text: string) => {
  const [, key, value] = /^@(\S+) (.*)$/.exec(text) ?? [];
  return { content: value ?? text, key: key ?? null };
};
const between = (older: string, newer: string) => contradictionOf(said(older), statementOf(said(newer)));

describe('[M-4] a probable contradiction', () => {
  test.each([
    ['value', 'The web app uses npm', 'The web app uses pnpm'],
    ['value', 'The package manager is npm', 'The package manager is yarn'],
    ['value', '@package-manager npm', 'The package manager is pnpm'],
    ['value', 'Prefers tabs for indentation', 'Prefers spaces for indentation'],
    ['value', 'Anna lives in Berlin', 'Anna lives in Hamburg'],
    ['value', 'I live in Porto', 'I live in Lisbon now'],
    ['value', 'The user says: “I live in Porto”', 'I live in Lisbon, Rua Augusta 5'],
    ['value', 'The staging server is hosted in Frankfurt', 'The staging server is hosted in Dublin'],
    ['value', 'The billing service runs on Postgres 14', 'The billing service now runs on Aurora'],
    ['number', 'The API server listens on port 8080', 'API server port is 9090'],
    ['number', 'The build needs Node 20', 'The build requires Node 24 now'],
    ['value', 'The token lifetime is 1 hour', 'The token lifetime is 8 hours'],
    ['number', 'The launch deadline is 2026-05-01', 'Launch deadline: 2026-06-15'],
    ['negation', 'The staging database is read-only', 'The staging database is not read-only'],
    ['negation', 'CI uses Docker for integration tests', 'CI no longer uses Docker for integration tests'],
    ['replaced', 'Tests run on Jest', 'We switched from Jest to Vitest'],
    ['replaced', 'The team uses Slack for chat', 'The team uses Zulip instead of Slack'],
  ])('by %s: %j, then %j', (reason, older, newer) => {
    expect(between(older, newer)).toBe(reason);
  });

  test.each([
    ['another subject', 'Anna lives in Berlin', 'Bob lives in Hamburg'],
    ['another subject', 'I live in Berlin', 'My parents live in Hamburg'],
    ['another time', 'I lived in Paris in 2010', 'I live in Berlin'],
    ['a second like', 'Anna likes tea', 'Anna likes coffee'],
    ['another topic', 'User prefers tabs', 'User prefers bun'],
    ['another tool', 'The web app uses React', 'The web app uses Postgres'],
    ['another property', 'The API is slow', 'The API is documented'],
    ['another property', 'The staging database is read-only', 'The staging database is hosted in Frankfurt'],
    [
      'a record of another day',
      'Met Anna on 2026-01-05 about the roadmap',
      'Met Anna on 2026-01-12 about the roadmap',
    ],
    ['another issue', 'Fixed issue 12 in the parser', 'Fixed issue 31 in the parser'],
    ['another unit', 'The worker uses 4 threads', 'The worker uses 2 GB of memory'],
    ['another place', 'Logs are kept for 14 days in staging', 'Logs are kept for 90 days in production'],
    ['another rate', 'The API limit is 100 requests per minute', 'The API limit is 5000 requests per day'],
    ['another country', 'VAT is 19 % in Germany', 'VAT is 20 % in Austria'],
    ['another purpose', 'Use vitest for unit tests', 'Use Playwright for end-to-end tests'],
    ['the same in other words', 'The web app uses pnpm', 'pnpm is what the web app uses'],
    ['the same', 'The web app uses pnpm', 'The web app uses pnpm'],
    ['more of the same', 'The web app uses pnpm', 'The web app uses pnpm because of workspaces'],
    ['nothing', 'Deploys happen on Fridays', 'Anna leads design'],
    ['another not', 'Never push to main', 'Never commit secrets'],
    ['a language without word spaces', '東京に住んでいる', '大阪に住んでいる'],
    ['no words at all', '…', '!!!'],
  ])('is not %s: %j, %j', (_, older, newer) => {
    expect(between(older, newer)).toBeNull();
    expect(between(newer, older)).toBeNull();
  });
});

describe('[M-4] a text goes stale', () => {
  const written = Date.UTC(2026, 0, 10, 12);
  const day = (month: number, date: number, year = 2026) => Date.UTC(year, month - 1, date);
  test.each([
    ['Anna is away until 2026-02-01', 'date_passed', day(2, 2)],
    ['The deadline is March 3rd', 'date_passed', day(3, 4)],
    ['Code freeze until 5 January', 'date_passed', day(1, 6, 2027)],
    ['The certificate expires on 1 May 2026.', 'date_passed', day(5, 2)],
    ['Release planned for 2026-01-20, docs due 2026-01-15', 'date_passed', day(1, 16)],
    ['Demo is tomorrow at ten', 'span_over', written + 3 * 86_400_000],
    ['Bob reviews everything this week', 'span_over', written + 8 * 86_400_000],
    ['Tests are skipped for now', 'span_over', written + 90 * 86_400_000],
  ])('%j by %s', (content, reason, at) => {
    expect(stalenessOf(content, written)).toEqual({ at, reason });
  });

  test.each([
    'Met Anna on 2026-01-05',
    'The contract was valid until 2025-12-01',
    'Deploys run every week',
    'Until you see green, wait',
    'Prefers pnpm',
    'Due 2026-02-31',
    'Written by May',
  ])('but %j does not', (content) => {
    expect(stalenessOf(content, written)).toBeNull();
  });
});
