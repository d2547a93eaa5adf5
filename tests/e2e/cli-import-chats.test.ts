// Chats of programs that store neither the project nor one file per session: Cursor's database, Gemini CLI's folders.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { importResult, searchResult } from '@cairn/schema';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Device, device } from './cairn.ts';

let own: Device;
beforeAll(async () => {
  own = await device('import-chats');
});
afterAll(() => own.end());

const imported = async (...args: readonly string[]) => {
  const ran = await own.run(['import', ...args, '--json']);
  const document: { failures?: { place: string; reason: string }[] } = JSON.parse(ran.out);
  return { code: ran.code, ...importResult.parse(document), failures: document.failures ?? [] };
};
const find = async (query: string) =>
  (await own.json(searchResult, ['search', query, '--in', 'sessions'])).passages;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** Makes a database like VS Code's. It stays open, as in a running editor. */
const stateDatabase = (path: string, table: string, values: Readonly<Record<string, unknown>>) => {
  mkdirSync(dirname(path), { recursive: true });
  const made = new DatabaseSync(path);
  onTestFinished(() => made.close());
  made.exec(
    `PRAGMA journal_mode = WAL; CREATE TABLE ${table} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`,
  );
  const put = made.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
  for (const [key, value] of Object.entries(values)) put.run(key, JSON.stringify(value));
  return put;
};

test('[IM-1, IM-4] Cursor: a folder of the editor while it runs, each chat in its project, again only what is new', async () => {
  const user = join(own.home, 'Cursor/User');
  const shop = join(own.home, 'tapir-shop');
  mkdirSync(shop);
  const at = Date.parse('2026-03-02T10:00:00Z');
  const bubble = (type: number, text: string, seconds: number) => ({
    _v: 3,
    type,
    text,
    createdAt: new Date(at + seconds * 1_000).toISOString(),
  });
  const composer = (...ids: readonly string[]) => ({
    _v: 10,
    composerId: 'c1',
    name: 'Tapir invoices',
    createdAt: at,
    fullConversationHeadersOnly: ids.map((bubbleId) => ({ bubbleId, type: 1 })),
  });
  const put = stateDatabase(join(user, 'globalStorage/state.vscdb'), 'cursorDiskKV', {
    'composerData:c1': composer('b1', 'b2', 'b3'),
    'composerData:empty': { composerId: 'empty', fullConversationHeadersOnly: [], createdAt: at },
    'bubbleId:c1:b1': bubble(1, 'Why are the tapir invoices blue?', 5),
    'bubbleId:c1:b2': { ...bubble(2, '', 6), toolFormerData: { name: 'grep', result: 'x'.repeat(1_000) } },
    'bubbleId:c1:b3': bubble(2, 'The tapir printer ran out of black.', 9),
    'checkpointId:c1:x': { files: [] },
  });
  put.run('composerData:broken', '{"composerId":');
  stateDatabase(join(user, 'workspaceStorage/0a1b/state.vscdb'), 'ItemTable', {
    'composer.composerData': { allComposers: [{ composerId: 'c1' }] },
  });
  write(join(user, 'workspaceStorage/0a1b/workspace.json'), JSON.stringify({ folder: pathToFileURL(shop) }));
  write(join(user, 'workspaceStorage/damaged/workspace.json'), '{"folder":"file:///nowhere"}');
  write(join(user, 'workspaceStorage/damaged/state.vscdb'), 'this is no database');
  write(join(user, 'settings.json'), '{}');

  const path = join(user, 'globalStorage/state.vscdb');
  const bytes = readFileSync(path);
  const first = await imported(join(own.home, 'Cursor'));
  expect(first).toMatchObject({ code: 5, read: 3, new: 2, failed: 1 });
  expect(first.failures[0]?.place).toContain('composerData:broken');
  expect(readFileSync(path).equals(bytes)).toBe(true);
  const [hit] = await find('tapir printer');
  expect(hit).toMatchObject({
    author: 'assistant',
    project: shop,
    at: '2026-03-02T10:00:09.000Z',
    source: { kind: 'session', name: 'Tapir invoices' },
  });

  put.run('composerData:c1', JSON.stringify(composer('b1', 'b2', 'b3', 'b4')));
  put.run('bubbleId:c1:b4', Buffer.from(JSON.stringify(bubble(1, 'Order black ink then.', 30))));
  expect(await imported(path, '--from', 'cursor')).toMatchObject({ code: 5, new: 1, duplicate: 2 });
  expect((await find('black ink'))[0]?.text).toContain('Order black ink then.');
});

test('[IM-1, IM-4] Gemini CLI: documents of before, lines of today, and the project of both', async () => {
  const home = join(own.home, '.gemini');
  const [old, today] = [join(own.home, 'old-okapi'), join(own.home, 'okapi')];
  const hash = createHash('sha256').update(old).digest('hex');
  const message = (id: string, type: string, content: unknown) => ({
    id,
    type,
    content,
    timestamp: `2026-03-02T11:00:0${id}.000Z`,
  });
  const session = (sessionId: string) => ({
    sessionId,
    projectHash: hash,
    startTime: '2026-03-02T11:00:00.000Z',
    lastUpdated: '2026-03-02T11:09:00.000Z',
  });
  write(join(home, 'projects.json'), JSON.stringify({ projects: { [old]: 'old-okapi' } }));
  write(
    join(home, `tmp/${hash}/chats/session-2026-03-02T11-00-aaaa.json`),
    JSON.stringify(
      {
        ...session('s-old'),
        messages: [
          message('1', 'user', 'Where do okapis graze?'),
          message('2', 'gemini', 'In the okapi wood.'),
        ],
        summary: 'Grazing of okapis',
      },
      null,
      2,
    ),
  );
  write(join(home, `tmp/${hash}/logs.json`), JSON.stringify([{ sessionId: 's-old', message: 'Where?' }]));
  write(join(home, 'tmp/okapi/.project_root'), today);
  const lines: unknown[] = [
    session('s-today'),
    message('3', 'user', [{ text: 'Count the okapi calves.' }]),
    message('4', 'gemini', ''),
    message('4', 'gemini', 'Seven okapi calves.'),
    message('5', 'user', 'Forget what I said about giraffes'),
    { $rewindTo: '5' },
  ];
  const file = join(home, 'tmp/okapi/chats/session-2026-03-02T11-00-bbbb.jsonl');
  const save = (): void => write(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  save();
  expect(await imported(home, '--dry-run')).toMatchObject({ read: 4, new: 4, failures: [] });
  expect(await imported(home)).toMatchObject({ code: 0, read: 4, new: 4, duplicate: 0 });
  expect((await find('okapi wood'))[0]).toMatchObject({
    project: old,
    source: { kind: 'session', name: 'Grazing of okapis' },
  });
  expect((await find('okapi calves'))[0]).toMatchObject({
    project: today,
    source: { kind: 'session', name: 'Gemini 2026-03-02 11:00' },
  });
  expect(await find('giraffes')).toEqual([]);

  lines.push(message('6', 'user', 'And the okapi bulls?'));
  save();
  expect(await imported(home)).toMatchObject({ code: 0, new: 1, duplicate: 4 });
  expect(await imported(file, '--from', 'gemini')).toMatchObject({ code: 0, new: 0, duplicate: 3 });
});

test('[F-13] two imported chats of one name: what the error says finds the id of one', async () => {
  const chat = (id: string, said: string) => {
    const content = { content_type: 'text', parts: [said] };
    const message = { id, author: { role: 'user' }, create_time: 1_760_000_000, content };
    return { conversation_id: id, title: 'New chat', mapping: { [id]: { message } }, current_node: id };
  };
  const file = join(own.home, 'new-chats.json');
  write(file, JSON.stringify([chat('c-1', 'The ocelot sleeps'), chat('c-2', 'The ocelot is awake')]));
  expect((await imported(file)).new).toBe(2);
  const { message } = await own.fails(2, ['search', 'ocelot', '--session', 'New chat']);
  const [, command = ''] = /`cairn ([^`]+)`/.exec(message) ?? [];
  const shown = await own.json(searchResult, command.replace('WORDS', 'ocelot').split(' '));
  const [id = ''] = shown.passages.flatMap(({ source, text }) => (text.includes('awake') ? [source.id] : []));
  const { passages } = await own.json(searchResult, ['search', 'ocelot', '--session', id]);
  expect(passages.map(({ text }) => text)).toEqual(['The ocelot is awake']);
});
