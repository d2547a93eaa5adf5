// Sessions through the API of a real daemon: paged, searched, and with what was extracted from them.

import { listResult, sessionMessagesResult, sessionsResult } from '@cairn/schema';
import { expect, test } from 'vitest';
import { ask, askFor, makeHome, refusal, start } from './world.ts';

const said = (content: string) => ({ role: 'user', content });

test('[SE-1, F-11] [SE-4] sessions come in pages, are searched at once, and lead to what was learned in them', async () => {
  const client = await start(await makeHome());
  const append = (name: string, ...texts: readonly string[]) =>
    ask(client, 'POST', '/v1/sessions', { session: { name }, messages: texts.map(said) });
  await append('first', 'The okapi eats leaves', 'Nothing else');
  await append('second', 'An okapi again');
  const page = async (before: string | null) =>
    askFor(
      client,
      sessionsResult,
      'GET',
      `/v1/sessions?limit=1${before === null ? '' : `&before=${before}`}`,
    );
  const newest = await page(null);
  expect(newest).toMatchObject({ sessions: [{ name: 'second' }], total: 2 });
  expect(await page(newest.next)).toMatchObject({ sessions: [{ name: 'first' }], total: 2 });

  const search = '/v1/sessions/first/messages?query=OKAP';
  expect(await askFor(client, sessionMessagesResult, 'GET', search)).toMatchObject({
    session: { name: 'first' },
    messages: [{ sequence: 0, content: 'The okapi eats leaves' }],
    found: 1,
  });
  expect((await refusal(client, 'GET', `${search}&upto=3`)).message).toContain('through the whole session');
  expect((await refusal(client, 'GET', '/v1/sessions?before=yesterday')).message).toContain(
    'not a place in the list',
  );

  await ask(client, 'POST', '/v1/memories', { content: 'Okapis are fed at 7', session: 'first' });
  await ask(client, 'POST', '/v1/memories', { content: 'Of no session' });
  const learned = await askFor(client, listResult, 'GET', '/v1/memories?session=first');
  expect(learned).toMatchObject({
    memories: [{ content: 'Okapis are fed at 7', session: 'first' }],
    total: 1,
  });
});
