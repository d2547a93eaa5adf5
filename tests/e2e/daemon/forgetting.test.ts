// Forgetting reaches everything that a device stores. The test searches the raw bytes of every file in two homes.

import { join as joinPath } from 'node:path';
import {
  backupResult,
  contextResult,
  documentResult,
  forgetResult,
  reviewResult,
  searchResult,
  summariesResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  filesWith,
  join,
  save,
  startServer,
  syncAll,
} from './world.ts';

const WORD = 'xylocarpin';

test('[ST-4] what is forgotten is in no file of any device, nor in a backup that is taken later', async () => {
  const server = await startServer();
  const [laptop, desktop] = [await device('laptop'), await device('desktop')];
  await createVault(laptop.client, server, 'laptop');
  await join(laptop.client, desktop.client, server, 'desktop');
  const traces = ({ home }: typeof laptop) => filesWith(home.paths.home, [WORD]);

  const say = (text: string, more = {}) => save(laptop.client, text, more);
  const old = await say(`The ${WORD} service runs on port 8080`);
  const now = await say(`The ${WORD} service runs on port 9090`);
  const key = await say(`the first ${WORD}`, { key: 'tool' });
  await say(`the second ${WORD}`, { key: 'tool' });
  const style = await say(`often says ${WORD}`, { namespace: 'tacit/personality/style', key: 'words' });
  const due = await say(`The ${WORD} freeze lasts until 2099-01-01`);
  await ask(laptop.client, 'POST', `/v1/memories/${due}/supersede`, {
    content: `The ${WORD} freeze is over`,
  });
  await say('Tea is green');
  await syncAll(laptop.client, desktop.client);

  // The memories are found, compared, summarised and given to a session, so that every table that can hold a part of them does.
  for (const { client, home } of [laptop, desktop]) {
    expect(await askFor(client, searchResult, 'POST', '/v1/search', { query: WORD })).toMatchObject({
      results: { length: 5 },
    });
    const { contradictions } = await askFor(client, reviewResult, 'GET', '/v1/review');
    expect(contradictions).toMatchObject([{ older: { id: old }, newer: { id: now } }]);
    await ask(client, 'POST', `/v1/review/${old}`, { decision: 'keep', other: now });
    const { summaries } = await askFor(client, summariesResult, 'POST', '/v1/summaries', {});
    expect(summaries.some(({ content }) => content.includes(WORD))).toBe(true);
    const given = await askFor(client, contextResult, 'GET', '/v1/context?session=s1');
    expect(given.text).toContain(WORD);
    expect(filesWith(home.paths.home, [WORD])).not.toEqual([]);
  }

  const gone = [old, now, key, style, due];
  expect(await askFor(laptop.client, forgetResult, 'POST', '/v1/forget', { ids: gone })).toEqual({
    forgotten: gone,
    notFound: [],
  });
  expect(traces(laptop)).toEqual([]);
  await syncAll(laptop.client, desktop.client);
  await waitUntil(() => traces(desktop).length === 0, {
    timeoutMs: 30_000,
    what: "the desktop's log to be folded in",
  });

  for (const one of [laptop, desktop]) {
    const { client, home } = one;
    const path = joinPath(home.paths.home, 'later.db');
    expect((await askFor(client, backupResult, 'POST', '/v1/backup', { path })).memories).toBe(1);
    expect((await askFor(client, searchResult, 'POST', '/v1/search', { query: WORD })).results).toEqual([]);
    const again = await askFor(client, contextResult, 'GET', '/v1/context?session=s1&again=1');
    expect(again.text).toContain('Tea is green');
    expect((await askFor(client, reviewResult, 'GET', '/v1/review')).contradictions).toEqual([]);
    expect(traces(one)).toEqual([]);
    expect(filesWith(home.paths.home, ['Tea is green'])).toContain(path);
  }
  expect(filesWith(server.data, [WORD])).toEqual([]);
});

test('[ST-4] nothing stays of a document that says something else by now, or that was taken out, nor in a later backup', async () => {
  const { client, home } = await device('laptop');
  const index = (text: string, modifiedAt: number) =>
    askFor(client, documentResult, 'POST', '/v1/documents', { path: '/notes/a.md', text, modifiedAt });
  const traces = (): readonly string[] => filesWith(home.paths.home, [WORD]);
  const gone = (what: string) => waitUntil(() => traces().length === 0, { timeoutMs: 30_000, what });
  const backUp = async (name: string): Promise<string> => {
    const path = joinPath(home.paths.home, name);
    await ask(client, 'POST', '/v1/backup', { path });
    return path;
  };
  await save(client, 'Tea is green');
  const { id } = await index(`Notes of March.\n\nThe ${WORD} project begins.\n`.repeat(40), 1);
  expect((await askFor(client, searchResult, 'POST', '/v1/search', { query: WORD })).passages).not.toEqual(
    [],
  );
  expect(traces()).not.toEqual([]);
  await index('Notes of April: nothing begins.', 2);
  await gone('what the document said before to be gone');
  const first = await backUp('first.db');
  expect([traces(), filesWith(home.paths.home, ['Notes of April'])]).toEqual([
    [],
    expect.arrayContaining([first]),
  ]);

  await index(`The ${WORD} project is back.`, 3);
  expect(traces()).not.toEqual([]);
  await ask(client, 'DELETE', `/v1/documents/${encodeURIComponent(id)}`);
  await gone('what was taken out to be gone');
  const second = await backUp('second.db');
  expect([traces(), filesWith(home.paths.home, ['Tea is green'])]).toEqual([
    [],
    expect.arrayContaining([second]),
  ]);
});

test('[ST-4, SU-4] nothing stays of what a merged summary said, nor in a copy of it that is restored', async () => {
  const { client, home } = await device('laptop');
  const secret = await save(client, `The launch is called ${WORD}.`);
  await save(client, 'The launch is in May.');
  await ask(client, 'POST', '/v1/summaries', {});
  await save(client, 'Ana runs the launch.');
  await ask(client, 'POST', '/v1/summaries', {});
  await ask(client, 'POST', '/v1/summaries/compact', {});
  const context = async () => (await askFor(client, contextResult, 'GET', '/v1/context')).text;
  expect(await context()).toContain(WORD);
  await ask(client, 'DELETE', `/v1/memories/${secret}`);
  expect(filesWith(home.paths.home, [WORD])).toEqual([]);
  expect(await context()).toContain('The launch is in May.');
  const path = joinPath(home.paths.home, 'later.db');
  await ask(client, 'POST', '/v1/backup', { path });
  await ask(client, 'POST', '/v1/restore', { path });
  expect(filesWith(home.paths.home, [WORD])).toEqual([]);
  expect(await context()).toContain('Ana runs the launch.');
});

test('[SY-P6] a device that joins shows nothing of what a forgotten memory had replaced, as the others do', async () => {
  const server = await startServer();
  const laptop = await device('laptop');
  await createVault(laptop.client, server, 'laptop');
  const by = await save(laptop.client, 'The kettle is red');
  await ask(laptop.client, 'DELETE', `/v1/memories/${by}`);
  await syncAll(laptop.client);
  const tablet = await device('tablet');
  await join(laptop.client, tablet.client, server, 'tablet');
  // An older export still has the memory that the forgotten one had replaced.
  const old = { id: `m_${'0'.repeat(26)}`, content: 'The kettle is blue', supersededBy: by };
  await ask(laptop.client, 'POST', '/v1/import', { bundle: true, records: [old] });
  await save(laptop.client, 'Tea is green');
  await syncAll(laptop.client);
  const desktop = await device('desktop');
  await join(laptop.client, desktop.client, server, 'desktop');
  await syncAll(tablet.client);
  const shown = async () => Promise.all([laptop, tablet, desktop].map(({ client }) => contents(client)));
  await expect
    .poll(shown, { timeout: 10_000 })
    .toEqual([['Tea is green'], ['Tea is green'], ['Tea is green']]);
});
