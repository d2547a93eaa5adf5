/** A file of every format that an import reads, and files that are of none. */
import { copyFileSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SEED_PROGRAMS, seedStores, zipOf } from '@cairn/test-support';
import type { ImportFormat } from '../cli/format-names.ts';

const FIXTURES = new URL('../../../../tests/fixtures/import/', import.meta.url).pathname;
const ROLLOUT = 'rollout-2026-03-02T08-00-00-0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001.jsonl';
const SESSION = 'claude-code/-home-anna-shop/5f0c7c1e-0000-4000-8000-000000000001.jsonl';
const NAME = 'anna';
const SYSTEM = [
  `root:x:0:0:root:/root:/bin/bash`,
  `${NAME}:$y$j9T$aaaaaaaa:19700:0:99999:7:::`,
  '# comments stand here too',
  `- a line that reads like an item`,
].join('\n');

const lines = (...values: readonly unknown[]): string => values.map((one) => JSON.stringify(one)).join('\n');
const AT = '2026-03-02T11:00:00.000Z';
const OWN = { kind: 'header', format: 'cairn-export', version: 1 };
const GEMINI = { sessionId: 's-1', projectHash: 'ab', startTime: AT };
const GRAPH = [
  { type: 'entity', name: 'Anna', entityType: 'person', observations: ['Leads design'] },
  { type: 'relation', from: 'Anna', to: 'Shop', relationType: 'works_on' },
];
const OPENCODE = {
  info: { id: 'ses_1', directory: '/home/anna', title: 'T', time: { created: 1_772_000_000_000 } },
  messages: [
    {
      info: { id: 'msg_1', sessionID: 'ses_1', role: 'user', time: { created: 1_772_000_001_000 } },
      parts: [{ id: 'prt_1', type: 'text', text: 'Why are the invoices blue?' }],
    },
  ],
};

export interface Sample {
  readonly path: string;
  readonly of: readonly ImportFormat[];
  /** Whether its format is recognised without a hint. */
  readonly isKnown: boolean;
}

const database = (path: string, ...statements: readonly string[]): string => {
  const made = new DatabaseSync(path);
  for (const statement of statements) made.exec(statement);
  made.close();
  return path;
};

export const importSamples = (home: string): ReadonlyMap<string, Sample> => {
  const samples = new Map<string, Sample>();
  const put = (name: string, bytes: string | Uint8Array): string => {
    const path = join(home, name);
    writeFileSync(path, bytes);
    return path;
  };
  const fixture = (name: string, as: string): string => {
    copyFileSync(join(FIXTURES, name), join(home, as));
    return join(home, as);
  };
  const add = (name: string, path: string, ...of: readonly ImportFormat[]): void =>
    void samples.set(name, { path, of, isKnown: of.length > 0 });
  add('an export of Cairn', put('own.ndjson', lines(OWN, { content: 'Tea is blue' })), 'ndjson');
  add('any JSON', put('any.json', JSON.stringify([{ content: 'Tea is blue' }])), 'json');
  add('Markdown', fixture('AGENTS.md', 'AGENTS.md'), 'md');
  add('basic-memory', fixture('basic-memory/Coffee Brewing.md', 'Coffee.md'), 'md', 'basic-memory');
  add('server-memory', put('memory.jsonl', lines(...GRAPH)), 'ndjson', 'server-memory');
  add(
    'the graph of server-memory',
    put('graph.json', JSON.stringify({ entities: GRAPH.slice(0, 1), relations: GRAPH.slice(1) })),
    'json',
    'server-memory',
  );
  add('mem0', fixture('mem0.json', 'mem0.json'), 'json', 'mem0');
  add('claude-mem', fixture('claude-mem.json', 'claude-mem.json'), 'json', 'claude-mem');
  add('claude-code', fixture(SESSION, 'session.jsonl'), 'ndjson', 'claude-code');
  add('codex', fixture(ROLLOUT, ROLLOUT), 'ndjson', 'codex');
  add('opencode', put('opencode.json', JSON.stringify(OPENCODE, null, 2)), 'json', 'opencode');
  const said = { id: 'm1', type: 'user', content: 'Are okapis blue?', timestamp: AT };
  add('gemini', put('chat.jsonl', lines(GEMINI, said)), 'ndjson', 'gemini');
  const document = JSON.stringify({ ...GEMINI, messages: [said] }, null, 2);
  add('gemini of before', put('session-1.json', document), 'json', 'gemini');
  add('chatgpt', fixture('chatgpt-conversations.json', 'conversations.json'), 'json', 'chatgpt');
  add('claude-ai', fixture('claude-conversations.json', 'conversations-1.json'), 'json', 'claude-ai');
  const chats = readFileSync(join(FIXTURES, 'chatgpt-conversations.json'));
  add('the archive of chatgpt', put('chatgpt.zip', zipOf([['conversations.json', chats]])), 'chatgpt');
  const talks = readFileSync(join(FIXTURES, 'claude-conversations.json'));
  add('the archive of claude-ai', put('claude.zip', zipOf([['conversations.json', talks]])), 'claude-ai');
  add(
    'the database of claude-mem',
    database(
      join(home, 'claude-mem.db'),
      'CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, title TEXT, text TEXT, created_at_epoch INTEGER)',
      "INSERT INTO observations VALUES (1, 's', 'Tea is blue', 'In the tin', 1767603600000)",
    ),
    'claude-mem',
  );
  add(
    'the database of opencode',
    database(
      join(home, 'opencode.db'),
      'CREATE TABLE session (id TEXT PRIMARY KEY, directory TEXT, title TEXT, time_created INTEGER)',
      'CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT)',
      'CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT)',
      "INSERT INTO session VALUES ('s', '/home/anna', 'T', 1772000000000)",
      `INSERT INTO message VALUES ('m', 's', 1, '${JSON.stringify({ role: 'user', time: { created: 1_772_000_001_000 } })}')`,
      `INSERT INTO part VALUES ('p', 'm', 's', '${JSON.stringify({ type: 'text', text: 'Why blue?' })}')`,
    ),
    'opencode',
  );
  const bubble = JSON.stringify({ type: 1, text: 'Why blue?', createdAt: AT });
  const composer = {
    composerId: 'c',
    createdAt: 1_772_000_000_000,
    fullConversationHeadersOnly: [{ bubbleId: 'b', type: 1 }],
  };
  add(
    'the database of cursor',
    database(
      join(home, 'state.vscdb'),
      'CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)',
      `INSERT INTO cursorDiskKV VALUES ('composerData:c', '${JSON.stringify(composer)}')`,
      `INSERT INTO cursorDiskKV VALUES ('bubbleId:c:b', '${bubble}')`,
    ),
    'cursor',
  );
  const seeds = seedStores(home);
  for (const program of SEED_PROGRAMS) add(`the database of ${program}`, seeds[program], program);
  // Files of no format.
  add('a file of the system', put('shadow', SYSTEM));
  add('a file of settings', put('app.conf', SYSTEM));
  add('a script', put('run.sh', `#!/bin/sh\n${SYSTEM}`));
  add('a table', put('people.csv', 'name,city\nAnna,Berlin\n'));
  add('a PDF', put('letter.pdf', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\n', 'latin1')));
  add('a PDF that is called notes', put('letter.md', Buffer.from('%PDF-1.7\n%âãÏÓ\n- one\n', 'latin1')));
  add('a picture', put('a.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')));
  add('a picture that is called JSON', put('a.json', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')));
  add('text that is no UTF-8', put('latin.txt', Buffer.from('- Käse und Brot\n- Öl\n', 'latin1')));
  add('lines that are no JSON', put('shadow.jsonl', SYSTEM));
  add('a document that is no JSON', put('shadow.json', SYSTEM));
  add('an empty file', put('empty.json', ''));
  add('settings in JSON', put('package.json', JSON.stringify({ name: 'x', scripts: { a: 'b' } }, null, 2)));
  const zeros = put('zeros.jsonl', '');
  truncateSync(zeros, 1_073_741_824);
  add('1 GB of zeros', zeros);
  add('an archive of something else', put('a.zip', zipOf([['photo.png', chats]])));
  add(
    'a database of something else',
    database(
      join(home, 'weather.db'),
      'CREATE TABLE observations (id INTEGER PRIMARY KEY, title TEXT, text TEXT)',
      "INSERT INTO observations VALUES (1, 'Rain', 'all day')",
    ),
  );
  add('a link to a file of the system', join(home, 'link.md'));
  symlinkSync(join(home, 'shadow'), join(home, 'link.md'));
  return samples;
};
