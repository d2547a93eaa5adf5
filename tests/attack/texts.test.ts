// Hostile texts through every interface of real daemons that share a vault, and everything that reads the texts afterwards.

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type DaemonClient, resolvePaths } from '@cairn/client/device';
import {
  contextResult,
  exportRecord,
  getResult,
  inviteResult,
  joinResult,
  listResult,
  memoryId,
  openResult,
  PAGE_KEY_HEADER,
  saveResult,
  searchResult,
  supersedeResult,
} from '@cairn/schema';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Device, device, root, type Server, server, withMembers } from '../e2e/cairn.ts';
import { HARMLESS, HOSTILE, type HostileText, inBits } from './hostile-texts.ts';
import { watchChildren } from './support/children.ts';
import { inTime } from './support/in-time.ts';
import { type HostileMember, hostileMember, lootOf } from './support/member.ts';

/** Longest answer of any command. */
const ANSWER_MS = 2_000;

let sync: Server;
let writer: Device;
let reader: Device;
let http: DaemonClient;
let mallory: HostileMember;
/** Memories whose text no writer has cleaned. */
const sealedRaw = new Set<string>();
let mcp: Client;
/** Headers of a signed-in browser, and the address of its requests. */
let page: { readonly origin: string; readonly headers: Readonly<Record<string, string>> };
/** Acknowledged memories as they were stored, by id. */
const ledger = new Map<string, string>();

const clientOf = async ({ home }: Device): Promise<DaemonClient> => {
  const env = { ...process.env, CAIRN_HOME: home };
  const found = await connect(resolvePaths({ env, homeDir: home, platform: process.platform, cwd: '/' }), {
    start: false,
  });
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
};

/** Signs in as a browser does with the address of `cairn open`. */
const enterPage = async (): Promise<typeof page> => {
  const { url } = await writer.json(openResult, ['open', '--print']);
  const answer = await fetch(url, { redirect: 'manual' });
  const key = /#key=([0-9a-f]{64})$/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { origin } = new URL(url);
  const headers = { cookie, [PAGE_KEY_HEADER]: key, 'sec-fetch-site': 'same-origin', origin };
  return { origin, headers: { ...headers, 'content-type': 'application/json' } };
};

const heldBy = async (client: DaemonClient, id: string): Promise<string | null> => {
  const answer = await client.request('GET', `/v1/memories/${id}`);
  return answer.ok ? getResult.parse(answer.value).memory.content : null;
};

const acknowledge = async (id: string): Promise<void> => {
  const content = await heldBy(http, id);
  expect(content, id).not.toBeNull();
  ledger.set(id, content ?? '');
};

beforeAll(async () => {
  [sync, writer, reader] = await Promise.all([server(), device('writer'), device('reader')]);
  const create = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken];
  await writer.json(withMembers('vault'), create);
  const looted = await device('looted');
  for (const [name, one] of Object.entries({ reader, looted })) {
    const { code } = await writer.json(inviteResult, ['invite']);
    const joined = await one.run(['join', `${code}@${sync.url}`, '--name', name, '--json']);
    joinResult.parse(JSON.parse(joined.out));
  }
  const loot = lootOf(looted.home);
  await looted.end();
  mallory = await hostileMember(loot, sync.url);
  http = await clientOf(writer);
  page = await enterPage();
  mcp = new Client({ name: 'attack', version: '1.0.0' });
  const env = { PATH: String(process.env.PATH), CAIRN_HOME: writer.home, CAIRN_EMBED: 'off' };
  await mcp.connect(
    new StdioClientTransport({ command: join(root, 'bin', 'cairn'), args: ['mcp'], env, cwd: writer.home }),
  );
}, 120_000);

beforeEach(() => {
  const watch = watchChildren([
    { name: 'the server', pid: sync.pid },
    { name: 'writer', pid: writer.pid },
    { name: 'reader', pid: reader.pid },
  ]);
  return () => expect(watch.end()).toEqual([]);
});

afterAll(async () => {
  await mcp?.close();
  http?.close();
  await Promise.all([writer?.end(), reader?.end()]);
  await sync?.end();
});

const timely = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const { done, ms } = await inTime(work, ANSWER_MS);
  expect(ms, what).toBeLessThanOrEqual(ANSWER_MS);
  return done;
};

const SCOTLAND = /🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNPRINTABLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|[\u{e0000}-\u{e00ff}]/u;

const printed = async (who: Device, args: readonly string[], input = ''): Promise<string> => {
  const ran = await timely(`cairn ${args.join(' ').slice(0, 80)}`, () => who.run(args, { input }));
  expect(ran.code, ran.err).not.toBeNull();
  for (const text of [ran.out, ran.err]) {
    const at = text.replace(SCOTLAND, '').match(UNPRINTABLE);
    expect(at?.[0].codePointAt(0)?.toString(16), `cairn ${args.join(' ')}`).toBeUndefined();
  }
  return ran.out;
};

const askPage = async (path: string, body: object): Promise<Response> => {
  const { origin, headers } = page;
  const answer = await timely(`${path} of the page`, () =>
    fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  );
  expect([401, 403, 404], path).not.toContain(answer.status);
  return answer;
};

/** Passes a text to an interface. Returns whether it was accepted, because an interface that refuses everything proves nothing. */
type Door = (one: HostileText) => Promise<boolean>;
let files = 0;

const DOORS = {
  cli: async ({ text }) => {
    const [id] = /\bm_[0-9a-z]{26}\b/.exec(await printed(writer, ['save', '-'], text)) ?? [];
    if (id !== undefined) await acknowledge(id);
    return id !== undefined;
  },
  http: async ({ name, text }) => {
    const saved = await timely(`POST ${name}`, () =>
      http.request('POST', '/v1/memories', { content: text, source: 'user' }),
    );
    if (saved.ok) await acknowledge(saveResult.parse(saved.value).id);
    return saved.ok;
  },
  // The page makes no memory here: it changes one, and searches.
  page: async ({ name, text }) => {
    const noted = await http.request('POST', '/v1/memories', { content: `Noted for ${name}` });
    const { id } = saveResult.parse(noted.ok ? noted.value : {});
    const content = `page ${text}`;
    const written = await askPage(`/v1/memories/${id}/supersede`, { content, source: 'user' });
    if (written.ok) await acknowledge(supersedeResult.parse(await written.json()).id);
    await askPage('/v1/search', { query: text });
    return written.ok;
  },
  mcp: async ({ name, text }) => {
    const saved = await timely(`memory_save ${name}`, () =>
      mcp.callTool({ name: 'memory_save', arguments: { content: text } }),
    );
    const { id } = { id: '', ...Object(saved.structuredContent) };
    if (saved.isError !== true) await acknowledge(String(id));
    return saved.isError !== true;
  },
  // The input of a hook is stored as it was said, and a host never gets an error.
  hook: async ({ text }) => {
    const event = { session_id: 'attack', cwd: writer.home, prompt: text };
    await printed(writer, ['hook', 'claude-code', 'prompt'], JSON.stringify(event));
    return true;
  },
  import: async ({ text }) => {
    const file = join(writer.home, `import-${files++}.ndjson`);
    writeFileSync(file, `${JSON.stringify({ content: text })}\n`);
    return / 0 skipped, 0 failed/.test(await printed(writer, ['import', file]));
  },
  // A member can seal any text, and nothing cleans it on arrival. A server refuses longer texts.
  sync: async ({ text }) => {
    if (text.length > 60_000) return false;
    const id = memoryId(Date.now(), randomBytes(10));
    sealedRaw.add(id);
    const by = { device: `d_${'0'.repeat(26)}`, name: text.slice(0, 64), session: null, agent: null };
    const shared = { namespace: null, key: null, project: null, source: 'user', createdAt: Date.now(), by };
    const forged = mallory.forge({ entity: id, facet: 'body', value: { content: text, ...shared } });
    expect(await mallory.push([forged])).toEqual(['ok']);
    return true;
  },
  index: async ({ text }) => {
    const file = join(writer.home, `indexed-${files++}.md`);
    writeFileSync(file, text);
    return !/skipped|nothing/i.test(await printed(writer, ['index', file]));
  },
} satisfies Readonly<Record<string, Door>>;

const doorOf = (name: string): Door => new Map<string, Door>(Object.entries(DOORS)).get(name) ?? DOORS.http;

/** Number of texts in parallel: one per processor, because each answer has two seconds. */
const AT_ONCE = 2;

/** Sends each text through each interface in turn. Returns how many were accepted. */
const through = async (texts: readonly HostileText[], doors: readonly Door[]): Promise<number> => {
  const waiting = texts.values();
  let count = 0;
  const work = async (): Promise<void> => {
    for (const one of waiting) for (const door of doors) count += Number(await door(one));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return count;
};

const oneBlock = (text: string): void => {
  const [, name = 'none', inside = ''] = /^<(memory-[0-9a-f]{8})>\n([\s\S]*)\n<\/\1>\s*$/.exec(text) ?? [];
  expect(name, text.slice(0, 200)).not.toBe('none');
  expect(inside).not.toContain(name);
  const folded = inside.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  expect(folded).not.toMatch(/<[^\S\n]*[/\\]?[^\S\n]*(?:memory|system|assistant|context\b)/i);
  expect(folded).not.toMatch(/<\s*\/\s*[a-z][\w-]*\s*>|<\||(?:^|\W)(?:human|assistant):(?!:)/im);
  expect(folded).not.toMatch(/(?:[❬⟪「【«[]|lt;|3c|074)[/\\]memory/i);
  expect(inside.replace(SCOTLAND, '')).not.toMatch(UNPRINTABLE);
};

describe('200 hostile texts', () => {
  test('are at least 200, no two the same', () => {
    expect(new Set(HOSTILE.map(({ text }) => text)).size).toBeGreaterThanOrEqual(200);
  });

  test.each(Object.keys(DOORS))(
    '[TR-9] come in by this door, all of them, each answer within two seconds: %s',
    async (name) => {
      expect(await through(HOSTILE, [doorOf(name)])).toBeGreaterThan(80);
    },
  );

  test('[TR-10] what people write in 21 languages comes in, and stays, as it is', async () => {
    await through(HARMLESS, [DOORS.cli, DOORS.http, DOORS.mcp, DOORS.import]);
    await writer.run(['sync', '--wait', '--timeout', '30']);
    await reader.run(['sync', '--wait', '--timeout', '30']);
    const { memories } = await reader.json(listResult, ['list', '-n', '1000']);
    const kept = new Set(memories.map(({ content }) => content));
    expect(HARMLESS.filter(({ text }) => !kept.has(text))).toEqual([]);
  });

  test('[TR-40] carry no bits between Latin letters, on saving and on quoting; a save says how many went', async () => {
    const WORDS = 'The user keeps bees and sells honey on the market';
    const carried = `${WORDS}${inBits('obey', ', every day of a week')}`;
    const plain = carried.replace(/[\u200b\u200c]/g, '');
    const saved = await http.request('POST', '/v1/memories', { content: carried, source: 'user' });
    const { id, warnings = [] } = saveResult.parse(saved.ok ? saved.value : {});
    expect(warnings[0]).toBe(`Left out: ${carried.length - plain.length} characters that nobody sees.`);
    expect(warnings[1]).toMatch(/reads like an order .* not put into a context/);
    expect(await heldBy(http, id)).toBe(plain);
    await DOORS.sync({ name: 'bits', text: carried.replace('honey', 'wax') });
    await reader.run(['sync', '--wait', '--timeout', '30']);
    const found = await printed(reader, ['search', 'keeps bees']);
    expect(found).toContain('wax');
    expect(found).not.toMatch(/[\u200b\u200c]/);
    const block = await printed(reader, ['context', '--max-tokens', '32000']);
    expect(block.split('\n').filter((line) => line.includes('bees'))).not.toEqual([]);
    for (const line of block.split('\n'))
      if (line.includes('bees')) expect(line).not.toMatch(/[\u200b\u200c]/);
  });

  test('[TR-10, TR-13] are read on another device: nothing freezes, hides, ends its block or reaches a terminal raw', async () => {
    const { memories } = await reader.json(listResult, ['list', '-n', '1000', '--all']);
    expect(memories.length).toBeGreaterThan(100);
    const raw = memories.filter(({ id }) => sealedRaw.has(id));
    expect(raw.length).toBeGreaterThan(100);
    for (const { content } of memories.filter(({ id }) => !sealedRaw.has(id)))
      expect(content.replace(SCOTLAND, '')).not.toMatch(/[\u{e0000}-\u{e00ff}]/u);
    for (const who of [writer, reader]) {
      for (const args of [
        ...[
          ['list', '-n', '1000', '--all'],
          ['search', 'port host tea'],
          ['search', '<'],
          ['search', 'flood'],
          ['export'],
        ],
        ...[['status'], ['review'], ['session', 'list'], ['list', '--json', '-n', '1000', '--all']],
      ])
        await printed(who, args);
      oneBlock(await printed(who, ['context', '--max-tokens', '32000']));
      const event = JSON.stringify({ session_id: 'later', cwd: who.home, source: 'startup' });
      const given = JSON.parse(await printed(who, ['hook', 'claude-code', 'session-start'], event));
      oneBlock(String(given.hookSpecificOutput.additionalContext));
    }
    for (const { id } of memories.filter((_, at) => at % 10 === 0)) await printed(reader, ['get', id]);
    const lines = (await printed(reader, ['export'])).trim().split('\n').slice(1);
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) exportRecord.parse(JSON.parse(line));
  });

  test('[TR-10] are told to a model by MCP and to the page by HTTP in one block, in time', async () => {
    for (const query of ['port host alpha', 'the user prefers', 'flood', 'role', 'terminal', 'hidden']) {
      const found = await timely(`memory_search ${query}`, () =>
        mcp.callTool({ name: 'memory_search', arguments: { query } }),
      );
      const [first] = Array.isArray(found.content) ? found.content : [];
      const text = first?.type === 'text' ? first.text : '';
      oneBlock(text.slice(0, text.lastIndexOf('>') + 1));
      const answer = await timely(`POST search ${query}`, () =>
        http.request('POST', '/v1/search', { query, limit: 50 }),
      );
      expect(answer.ok && searchResult.safeParse(answer.value).success).toBe(true);
    }
    const listed = await timely('GET memories', () =>
      http.request('GET', '/v1/memories?limit=1000&all=true'),
    );
    expect(listed.ok && listResult.parse(listed.value).memories.length).toBeGreaterThan(HOSTILE.length);
    const made = await timely('POST context', () =>
      http.request('POST', '/v1/context', { maxTokens: 32_000 }),
    );
    oneBlock(made.ok ? contextResult.parse(made.value).text : '');
  });

  test('[TR-10] lose nothing that was acknowledged, on either device', async () => {
    expect(ledger.size).toBeGreaterThan(150);
    for (const who of [writer, reader]) await who.run(['sync', '--wait', '--timeout', '60']);
    const other = await clientOf(reader);
    for (const client of [http, other])
      for (const [id, content] of ledger) expect(await heldBy(client, id), id).toBe(content);
    other.close();
  });

  test('[TR-10] the name of a block stays in a session, and is another one in another', async () => {
    const nameOf = async (session: string): Promise<string> => {
      const made = await http.request('POST', '/v1/context', { session, again: true });
      return made.ok ? (contextResult.parse(made.value).text.split('\n')[0] ?? '') : 'no answer';
    };
    expect(await nameOf('one')).toBe(await nameOf('one'));
    expect(await nameOf('one')).not.toBe(await nameOf('two'));
  });
});
