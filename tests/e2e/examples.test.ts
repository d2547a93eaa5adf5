import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectMemory } from '@cairn/client';
import { type ModelBehaviour, startModelServer } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { device, root } from './cairn.ts';

const example = async (name: string, args: readonly string[] = [], env: Record<string, string> = {}) => {
  const own = await device('example');
  onTestFinished(() => own.end());
  const run = async (...more: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'examples', name), ...args, ...more],
      {
        cwd: own.home,
        env: {
          PATH: process.env.PATH,
          HOME: own.home,
          CAIRN_HOME: own.home,
          CAIRN_PORT: '0',
          CAIRN_EMBED: 'off',
          NODE_COMPILE_CACHE: join(root, '.tools/compile-cache'),
          MEMORY_FILE: join(own.home, 'example', 'memory.db'),
          ...env,
        },
      },
    );
    return stdout;
  };
  return { run, own };
};

const model = async (...script: readonly [ModelBehaviour, ...ModelBehaviour[]]) => {
  const server = await startModelServer({ script });
  onTestFinished(() => server.close());
  return { server, env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'none' } };
};

test('the examples and the manual of the SDK have no syntax that Node 22 does not know', () => {
  const files = ['docs/sdk.md', ...globSync('examples/**/*.{mjs,ts}', { cwd: root })];
  expect(files.length).toBeGreaterThan(4);
  for (const file of files)
    expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/^\s*await using/m);
});

test('the pages name the Node that runs the sources, which is the one that the set-up asks for', () => {
  const asked = /since (22\.\d+) and/.exec(readFileSync(join(root, 'scripts/toolchain.mjs'), 'utf8'))?.[1];
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/sdk.md', 'examples/agent/README.md'])
    expect(readFileSync(join(root, page), 'utf8'), page).toContain(`${asked}`);
});

const SAVE: ModelBehaviour = {
  kind: 'tool_call',
  name: 'memory_save',
  arguments: JSON.stringify({ content: 'The team deploys to Frankfurt', tags: ['deploy'] }),
};
const SEARCH: ModelBehaviour = {
  kind: 'tool_call',
  name: 'memory_search',
  arguments: JSON.stringify({ query: 'where do we deploy?' }),
};

test('examples/save-and-search.mjs runs as it stands', async () => {
  const stdout = await (await example('save-and-search.mjs')).run();
  expect(stdout).toMatch(/^saved m_[0-9a-z]{26}\n1 found in [\d.]+ ms, best: The example talks/);
  expect(stdout).toMatch(/<memory-[0-9a-f]{8}>/);
  expect(stdout).toMatch(/\nforgot m_[0-9a-z]{26}\n$/);
});

test('[SD-1] examples/sdk-basics.mjs starts the daemon, saves, finds, hears, forgets', async () => {
  const { run, own } = await example('sdk-basics.mjs');
  const stdout = await run();
  expect(stdout).toContain('saved\nbest: The release train leaves on Thursdays (score ');
  expect(stdout).toContain(
    'before: The release train leaves on Thursdays\nnow: The release train leaves on Fridays',
  );
  expect(stdout).toContain('heard of 1 change\nforgot 1\nnot_found: ');
  // The daemon outlives the program that started it.
  expect(own.pid()).not.toBeNull();
});

test('[SD-5] examples/ai-sdk-tools.mjs: the real AI SDK saves by one tool and finds by another', async () => {
  const { server, env } = await model(SAVE, SEARCH, { kind: 'reply', text: 'To Frankfurt.' });
  const { run } = await example('ai-sdk-tools.mjs', ['Where do we deploy?'], env);
  const stdout = await run();
  expect(stdout).toMatch(/^memory_save → \{"id":"m_[0-9a-z]{26}","status":"saved"/);
  expect(stdout).toMatch(
    /\nmemory_search → \{"results":\[\{"id":"m_[0-9a-z]{26}","content":"The team deploys to Frankfurt"/,
  );
  expect(stdout).toMatch(/\nTo Frankfurt\.\n$/);
  const names = Object(server.requests[0]?.body).tools.map((tool: object) => Object(tool).function.name);
  expect(names).toEqual(['memory_save', 'memory_search', 'memory_get', 'memory_context']);
  expect(server.requests[2]?.text).toContain('The team deploys to Frankfurt');
});

test('[SD-6] examples/openai-tools.mjs: the real openai package, and a memory in a file', async () => {
  const { server, env } = await model(
    SAVE,
    { kind: 'tool_call', name: 'memory_save', arguments: '{"content": 7}' },
    { kind: 'tool_call', name: 'memory_forget', arguments: '{"id":"x"}' },
    SEARCH,
    { kind: 'reply', text: 'To Frankfurt.' },
  );
  const { run, own } = await example('openai-tools.mjs', [], env);
  const stdout = await run();
  expect(stdout).toContain('"status":"saved"');
  expect(stdout).toContain('call_memory_save → {"error":{"kind":"invalid_input","message":"content: ');
  expect(stdout).toContain('call_memory_forget → {"error":{"kind":"not_found"');
  expect(stdout).toContain('"content":"The team deploys to Frankfurt"');
  expect(stdout).toMatch(/\nTo Frankfurt\.\n$/);
  expect(server.requests).toHaveLength(5);
  // The program starts no daemon.
  expect(own.pid()).toBeNull();
});

test.each([
  ['save-and-search.mjs', { CAIRN_HOME: '/dev/null/none' }, /cairn: .+ folder/],
  ['sdk-basics.mjs', { CAIRN_HOME: '/dev/null/none' }, /^MemoryError: .+ folder/],
  ['ai-sdk-tools.mjs', { CAIRN_HOME: '/dev/null/none' }, /^the memory: .+ folder/],
  [
    'ai-sdk-tools.mjs',
    { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
    /^the model at http:\/\/127\.0\.0\.1:9\/v1 /,
  ],
  ['openai-tools.mjs', { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'none' }, /^the model: /],
])('examples/%s without what it needs (%j) ends with a sentence', async (name, env, sentence) => {
  const { run } = await example(name, [], env);
  const failed: unknown = await run().catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) });
  expect(Object(failed).stderr.trim().split('\n')).toHaveLength(1);
});

test('[CX-2, CX-3, SE-1] examples/agent remembers what was said and what it saved in the next run', async () => {
  const { server, env } = await model(SAVE, { kind: 'reply', text: 'Noted.' });
  const { run } = await example('agent/main.ts', [], { ...env, MODEL: 'fake' });
  expect(await run('We', 'deploy', 'to', 'Frankfurt')).toBe('Noted.\n');
  expect(server.requests).toHaveLength(2);
  const messagesOf = (at: number): readonly { role: string; content: string }[] =>
    Object(server.requests[at]?.body).messages;
  expect(messagesOf(0).map(({ role }) => role)).toEqual(['system', 'user']);
  expect(messagesOf(1).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  // Within a run the static part keeps its bytes, although a memory was saved meanwhile.
  const fixed = (at: number): string => messagesOf(at)[0]?.content.split('\n\n## Now')[0] ?? '';
  expect(fixed(1)).toBe(fixed(0));
  expect(fixed(0)).not.toContain('Frankfurt');
  expect(await run('Where do we deploy?')).toBe('Noted.\n');
  expect(fixed(2)).toContain('- The team deploys to Frankfurt [agent example-agent, ');
  expect(messagesOf(2).map(({ role }) => role)).toEqual([
    ...['system', 'user', 'assistant', 'tool', 'assistant', 'user'],
  ]);
  expect(messagesOf(2)[1]?.content).toBe('We deploy to Frankfurt');
  expect(messagesOf(2).at(-1)?.content).toBe('Where do we deploy?');
});

test('examples/agent goes on where the model failed: what is said again is not kept twice', async () => {
  const { server, env } = await model(SEARCH, { kind: 'status', status: 400 });
  const { run, own } = await example('agent/main.ts', [], { ...env, MODEL: 'fake' });
  const kept = async () => {
    await using memory = await connectMemory({ home: own.home });
    return (await memory.sessions.messages('example-agent')).map(({ role, content }) => ({ role, content }));
  };
  const question = 'Where do we deploy?';
  // The program fails once after a tool call, and once without any answer.
  await expect(run(question)).rejects.toMatchObject({ code: 1 });
  const asked = [{ role: 'user', content: question }, { role: 'assistant' }, { role: 'tool' }];
  expect(await kept()).toMatchObject(asked);
  await expect(run(question)).rejects.toMatchObject({ code: 1 });
  expect(await kept()).toMatchObject(asked);
  server.behave({ kind: 'reply', text: 'To Frankfurt.' });
  expect(await run(question)).toBe('To Frankfurt.\n');
  expect(await kept()).toMatchObject([...asked, { role: 'assistant', content: 'To Frankfurt.' }]);
  // After an answer, it is a new question.
  expect(await run(question)).toBe('To Frankfurt.\n');
  expect(await kept()).toHaveLength(6);
});
