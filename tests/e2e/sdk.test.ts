import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectMemory, type DaemonMemory, type Memory, MemoryError } from '@cairn/client';
import { memoryTools } from '@cairn/client/ai-sdk';
import { openMemory } from '@cairn/client/engine';
import { openAiTools } from '@cairn/client/openai';
import { homeForTest } from '@cairn/test-support/vitest';
import type { ToolSet } from 'ai';
import type OpenAI from 'openai';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Home, kill, makeHome, program } from './daemon/world.ts';

const daemonMemory = async (defaults = {}): Promise<{ memory: DaemonMemory; home: Home }> => {
  const home = await makeHome();
  const memory = await connectMemory({ home: home.paths.home, env: home.env, program, ...defaults });
  onTestFinished(() => memory.close());
  return { memory, home };
};

const engineMemory = async (defaults = {}): Promise<{ memory: Memory; path: string }> => {
  const path = join(await homeForTest(), 'deep', 'own.db');
  const memory = await openMemory({ path, deviceName: 'laptop', ...defaults });
  onTestFinished(() => memory.close());
  return { memory, path };
};

const kindOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was thrown',
    (error: unknown) => (error instanceof MemoryError ? error.kind : String(error)),
  );

const UNKNOWN = 'm_00000000000000000000000000';

describe.each([
  ['behind the daemon', daemonMemory],
  ['in this process', engineMemory],
])('a memory %s', (_name, open) => {
  test('[SD-2] saves, finds, lists, replaces, pins, tags, forgets', async () => {
    const { memory } = await open();
    const saved = await memory.save('Prefers pnpm to npm');
    expect(saved.status).toBe('saved');
    expect(await memory.save('Prefers pnpm to npm')).toMatchObject({ id: saved.id, status: 'duplicate' });
    const found = await memory.search('which package manager: npm or pnpm?');
    expect(found.results.map(({ content }) => content)).toEqual(['Prefers pnpm to npm']);
    expect((await memory.pin(saved.id)).pinned).toBe(true);
    expect((await memory.list({ pinned: true })).total).toBe(1);
    expect((await memory.unpin(saved.id)).pinned).toBe(false);
    expect((await memory.tag(saved.id, { add: ['tools', 'js'] })).tags.toSorted()).toEqual(['js', 'tools']);
    expect((await memory.tag(saved.id, { remove: ['js'] })).tags).toEqual(['tools']);
    expect((await memory.list({ tags: ['tools', 'other'] })).memories).toHaveLength(1);
    expect((await memory.list({ tags: ['js'] })).memories).toHaveLength(0);
    expect((await memory.list({ ids: [saved.id] })).total).toBe(1);
    expect((await memory.list({ ids: [] })).total).toBe(0);
    const next = await memory.supersede(saved.id, 'Prefers bun to pnpm');
    expect(await memory.get(saved.id)).toMatchObject({ id: next.id, content: 'Prefers bun to pnpm' });
    const { versions } = await memory.history(saved.id);
    expect(versions.map(({ content }) => content)).toEqual(['Prefers pnpm to npm', 'Prefers bun to pnpm']);
    expect((await memory.context({ maxTokens: 200 })).text).toContain('Prefers bun to pnpm');
    expect(await memory.why('- Prefers pnpm to npm [agent, 2026-11-25]')).toMatchObject({
      memories: [{ memory: { id: next.id }, match: 'before' }],
    });
    const long = `bun or pnpm? ${'旅'.repeat(50_000)}`;
    expect((await memory.context({ query: long, session: 'long' })).text).toContain('Prefers bun to pnpm');
    expect(await memory.forget([next.id, UNKNOWN])).toMatchObject({ notFound: [UNKNOWN] });
    expect((await memory.search('bun')).results).toEqual([]);
  });

  test('[SD-2] [SE-1] keeps sessions: messages, tasks, summaries, and what is needed to go on', async () => {
    const { memory } = await open({ agent: 'tester', project: 'shop' });
    const { sessions } = memory;
    const said = (content: string, role: 'user' | 'assistant' = 'user') => ({ role, content });
    expect(await sessions.append('talk', said('Where is the zebra?'))).toMatchObject({
      last: 0,
      messages: 1,
    });
    const calls = [{ id: 'c1', name: 'look', input: { at: 'lake' } }];
    await sessions.append('talk', [
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', content: 'At the lake.', toolResults: [{ id: 'c1', output: 'At the lake.' }] },
      said('It is at the lake.', 'assistant'),
    ]);
    expect(await sessions.get('talk')).toMatchObject({ agent: 'tester', project: 'shop', messages: 4 });
    expect((await sessions.messages('talk', { after: 0, last: 2 })).map(({ role }) => role)).toEqual([
      'tool',
      'assistant',
    ]);
    expect((await sessions.messages('talk', { upto: 1 }))[1]?.toolCalls).toEqual(calls);
    expect((await sessions.setTask('talk', 'Find the zebra')).activeTask).toBe('Find the zebra');
    await sessions.noteFile('talk', '/zoo/map.md');
    expect(await kindOf(sessions.noteFile('talk', 'map.md'))).toBe('invalid_input');
    const summary = { text: 'The zebra is at the lake.', upto: 2, expectedEpoch: 0 };
    expect(await sessions.summarise('talk', summary)).toEqual({ applied: true, epoch: 1 });
    expect(await sessions.summarise('talk', summary)).toEqual({ applied: false, epoch: 1 });
    expect(await sessions.compact('talk', { keep: 1 })).toMatchObject({ compacted: 3, kept: 1 });
    expect(await sessions.restore('talk', { maxTokens: 500 })).toMatchObject({
      activeTask: 'Find the zebra',
      summary: 'The zebra is at the lake.',
      messages: [{ sequence: 3 }],
      left: 0,
      files: ['/zoo/map.md'],
    });
    await sessions.append({ name: 'talk', scope: 'team', scopeId: '7' }, said('Elsewhere.'), {
      project: null,
    });
    expect((await sessions.list()).total).toBe(2);
    expect((await sessions.list({ project: null })).sessions).toMatchObject([
      { scope: 'team', scopeId: '7' },
    ]);
    const found = await memory.search({ query: 'lake', in: ['sessions'] });
    expect(found.passages[0]?.text).toContain('lake');
    expect((await sessions.end('talk')).state).toBe('completed');
    expect((await sessions.list({ state: 'completed' })).total).toBe(1);
    expect(await sessions.delete('talk')).toMatchObject({ id: 'ses_talk', messages: 4 });
    expect(await kindOf(sessions.get('talk'))).toBe('not_found');
    expect(await kindOf(sessions.messages('talk'))).toBe('not_found');
    expect(await kindOf(sessions.restore('talk'))).toBe('not_found');
    expect(await kindOf(sessions.append('talk', { ...said('x'), sequence: -1 }))).toBe('invalid_input');
  });

  test('[SD-2] knows facts by key, and forgets them by it', async () => {
    const { memory } = await open();
    await memory.save({ content: 'Anna leads design', key: 'anna', namespace: 'people' });
    const other = await memory.save({ content: 'Anna leads research', key: 'anna', namespace: 'people' });
    expect(other.status).toBe('updated');
    expect((await memory.get({ key: 'anna' })).content).toBe('Anna leads research');
    expect((await memory.get({ key: 'anna', namespace: 'people' })).namespace).toBe('people');
    expect(await kindOf(memory.get({ key: 'anna', namespace: 'pets' }))).toBe('not_found');
    expect((await memory.forget({ key: 'anna', namespace: 'people' })).forgotten).toHaveLength(1);
    expect(await kindOf(memory.get({ key: 'anna' }))).toBe('not_found');
  });

  test('[SD-2] a key without a project is that of the default project, else that of none', async () => {
    const { memory } = await open({ project: 'shop' });
    await memory.save({ content: 'The shop listens on 8080', key: 'port' });
    await memory.save({ content: 'The blog listens on 9090', key: 'port', project: 'blog' });
    await memory.save({ content: 'The blog is in French', key: 'language', project: 'blog' });
    await memory.save({ content: 'Prefers vim', key: 'editor', project: null });
    expect((await memory.get({ key: 'port' })).content).toBe('The shop listens on 8080');
    expect((await memory.get({ key: 'port', project: 'blog' })).content).toBe('The blog listens on 9090');
    expect((await memory.get({ key: 'editor' })).content).toBe('Prefers vim');
    expect(await kindOf(memory.get({ key: 'language' }))).toBe('not_found');
    expect(await kindOf(memory.get({ key: 'port', project: null }))).toBe('not_found');
    expect(await kindOf(memory.forget({ key: 'language' }))).toBe('not_found');
    expect((await memory.forget({ key: 'port' })).forgotten).toHaveLength(1);
    expect((await memory.get({ key: 'port', project: 'blog' })).content).toBe('The blog listens on 9090');
    expect((await memory.forget({ key: 'editor', project: null })).forgotten).toHaveLength(1);
  });

  test('[SD-2] fills in project, agent and session, unless a call says otherwise', async () => {
    const { memory } = await open({ project: 'shop', agent: 'robot', session: 's1' });
    const { id } = await memory.save('The cart keeps 30 days');
    expect(await memory.get(id)).toMatchObject({ project: 'shop', agent: 'robot', session: 's1' });
    const global = await memory.save({ content: 'Works in Lyon', project: null, agent: 'other' });
    expect(await memory.get(global.id)).toMatchObject({ project: null, agent: 'other' });
    const unsaid = { project: undefined, agent: undefined, session: undefined };
    const { id: filled } = await memory.save({ content: 'The till closes at nine', ...unsaid });
    expect(await memory.get(filled)).toMatchObject({ project: 'shop', agent: 'robot', session: 's1' });
    await memory.save({ content: 'The cart of the blog is a joke', project: 'blog' });
    expect((await memory.search({ query: 'cart', project: undefined })).results).toHaveLength(1);
    const found = await memory.search('cart');
    expect(found.results.map(({ project }) => project)).toEqual(['shop']);
    // A session gets nothing twice. [CX-1]
    expect((await memory.context({})).text).toContain('30 days');
    expect((await memory.context({})).text).not.toContain('30 days');
    expect((await memory.context({ again: true })).text).toContain('30 days');
  });

  test('[SD-3] throws a MemoryError that names its kind, and says what to do', async () => {
    const { memory } = await open({ agent: 'robot' });
    for (const id of [UNKNOWN, 'nonsense', '../../v1/status']) {
      expect(await kindOf(memory.get(id))).toBe('not_found');
      expect(await kindOf(memory.history(id))).toBe('not_found');
      expect(await kindOf(memory.why(id))).toBe('not_found');
      expect(await kindOf(memory.pin(id))).toBe('not_found');
      expect(await kindOf(memory.supersede(id, 'x'))).toBe('not_found');
    }
    expect(await kindOf(memory.save(''))).toBe('invalid_input');
    for (const wrong of ['null', '5', '[]'])
      expect(await kindOf(memory.save(JSON.parse(wrong)))).toBe('invalid_input');
    expect(await kindOf(memory.save({ content: 'x', ...{ nonsense: 1 } }))).toBe('invalid_input');
    expect(await kindOf(memory.search({ query: 'x', limit: 100_000 }))).toBe('invalid_input');
    await expect(memory.save('x'.repeat(1_000_000))).rejects.toThrow(/characters|longer|most/i);
  });

  test('[SD-3] an aborted call throws the reason of its signal', async () => {
    const { memory } = await open();
    const reason = new Error('the user left');
    await expect(memory.search('x', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const work = memory.save('Saved or not, the caller has left', { signal: controller.signal });
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
    expect((await memory.save('And the memory goes on')).status).toBe('saved');
  });

  test('[SD-5, SD-6] is a set of tools whose types the libraries take, and whose failures reach the model', async () => {
    const { memory } = await open();
    const tools: ToolSet = memoryTools(memory);
    expect(Object.keys(tools)).toHaveLength(5);
    const { chatTools, responseTools, answerChat, answerResponse, handles } = openAiTools(memory);
    const forChat: OpenAI.ChatCompletionTool[] = chatTools;
    const forResponses: OpenAI.Responses.Tool[] = responseTools;
    expect([forChat.length, forResponses.length, handles('memory_get'), handles('other')]).toEqual([
      5,
      5,
      true,
      false,
    ]);
    const saved = await answerResponse({
      call_id: 'c1',
      name: 'memory_save',
      arguments: '{"content":"Deploys go to Frankfurt","pin":true}',
    });
    expect(saved).toMatchObject({ type: 'function_call_output', call_id: 'c1' });
    const { id } = JSON.parse(saved.output);
    const call = (name: string, text: string) =>
      answerChat({ id: 'c2', type: 'function', function: { name, arguments: text } });
    const read = async (name: string, text: string) => JSON.parse((await call(name, text)).content);
    expect(await read('memory_get', JSON.stringify({ id }))).toMatchObject({
      memory: { id, content: 'Deploys go to Frankfurt', pinned: true, source: 'agent' },
    });
    expect((await read('memory_search', '{"query":"frankfurt","limit":1}')).results).toHaveLength(1);
    expect((await read('memory_context', '')).text).toContain('Frankfurt');
    expect(await read('memory_get', `{"id":"${UNKNOWN}"}`)).toMatchObject({ error: { kind: 'not_found' } });
    expect(await read('memory_get', '{"id":')).toMatchObject({ error: { kind: 'invalid_input' } });
    expect(await read('memory_explode', '{}')).toMatchObject({ error: { kind: 'not_found' } });
    expect(await read('memory_forget', JSON.stringify({ id }))).toMatchObject({ forgotten: [id] });
  });
});

test('[SD-1] is found without starting one, or says that none runs', async () => {
  const home = await makeHome();
  const options = { home: home.paths.home, env: home.env, program };
  const none = await connectMemory({ ...options, start: false }).catch((error: unknown) => error);
  expect(none).toMatchObject({ name: 'MemoryError', kind: 'daemon_unreachable', status: null });
  const [first, second] = await Promise.all([connectMemory(options), connectMemory(options)]);
  expect(first.daemon).toEqual(second.daemon);
  expect((await first.status()).daemon?.pid).toBe(first.daemon.pid);
  expect(await kindOf(first.sync({ wait: true }))).toBe('not_in_vault');
  process.kill(first.daemon.pid, 'SIGSTOP');
  const late = await first.context({}, { timeoutMs: 100 }).catch((error: unknown) => error);
  process.kill(first.daemon.pid, 'SIGCONT');
  expect(late).toMatchObject({ kind: 'daemon_unreachable', retryable: true });
  expect(await first.request('GET', '/v1/documents')).toEqual({ sources: [] });
  await first.close();
  await second.close();
});

test('[SD-1] goes on when the daemon was killed, and says so to who listens', async () => {
  const { memory, home } = await daemonMemory();
  const { id } = await memory.save('Survives a kill');
  let heard = 0;
  const listening = (async () => {
    for await (const _ of memory.events()) heard++;
  })();
  for (let at = 0; heard === 0; at++) await memory.save(`Heard ${at}`);
  const { pid } = memory.daemon;
  const told = expect(listening).rejects.toMatchObject({ kind: 'daemon_unreachable' });
  await kill(home);
  expect((await memory.get(id)).content).toBe('Survives a kill');
  expect(memory.daemon.pid).not.toBe(pid);
  await told;
});

test('[SD-2] the project "." is that of the folder of the memory, in every call', async () => {
  const cwd = join(await homeForTest(), 'shop');
  mkdirSync(cwd);
  const { memory } = await daemonMemory({ cwd });
  const { id } = await memory.save({ content: 'Opens at nine', project: '.' });
  const { project } = await memory.get(id);
  await memory.sessions.append('talk', { role: 'user', content: 'Hello' }, { project: '.' });
  expect((await memory.sessions.list({ project: '.' })).sessions).toMatchObject([{ name: 'talk', project }]);
  const cadence = { type: 'interval', seconds: 3_600 } as const;
  const { schedule } = await memory.schedules.add({ goal: 'Sum up', cadence, project: '.' });
  expect(schedule.project).toBe(project);
  expect(await memory.schedules.list({ project: '.' })).toMatchObject({ total: 1 });
  const moved = await memory.schedules.edit(schedule.id, { project: null });
  expect(moved.schedule.project).toBeNull();
  expect((await memory.schedules.edit(schedule.id, { project: '.' })).schedule.project).toBe(project);
});

test('[SD-8] schedules are added, changed, run, taken and deleted', async () => {
  const { memory } = await daemonMemory({ agent: 'planner', project: 'shop' });
  const { schedules } = memory;
  const cadence = { type: 'cron', expression: '30 8 * * 1-5', timezone: 'Europe/Berlin' } as const;
  const { schedule } = await schedules.add({ goal: 'Sum up the week', cadence, name: 'week' });
  expect(schedule).toMatchObject({ project: 'shop', agent: 'planner', status: 'active', cadence });
  const { id } = schedule;
  expect((await schedules.add({ goal: 'Look around', cadence, project: null })).schedule.project).toBeNull();
  expect(await schedules.list({ query: 'week' })).toMatchObject({ total: 1, schedules: [{ id }] });
  expect((await schedules.edit(id, { notify: 'never' })).schedule).toMatchObject({
    notify: 'never',
    cadence,
  });
  expect((await schedules.pause(id)).status).toBe('paused');
  expect(await schedules.list({ status: 'paused' })).toMatchObject({ total: 1 });
  expect((await schedules.resume(id)).status).toBe('active');
  expect((await schedules.take(id)).schedule.runner.state).toBe('this_device');
  // No model is configured here.
  const run = await schedules.run(id);
  expect(run).toMatchObject({ schedule: id, status: 'skipped', dueAt: null });
  expect(await schedules.oneRun(id, run.id)).toEqual(run);
  expect(await schedules.runs(id, { limit: 5 })).toEqual({ runs: [run], total: 1 });
  expect((await schedules.system()).map((job) => job.id)).toContain('sys_backup');
  expect(await schedules.delete(id)).toEqual({ deleted: id });
  expect(await kindOf(schedules.get(id))).toBe('not_found');
  const never = { type: 'interval', seconds: 1 } as const;
  expect(await kindOf(schedules.add({ goal: 'Too often', cadence: never }))).toBe('invalid_input');
});

test('[SD-7] a file is open in one process, and can be handed to the daemon and back', async () => {
  const home = await makeHome();
  const path = home.paths.database;
  const first = await openMemory({ path });
  expect(await kindOf(openMemory({ path }))).toBe('invalid_input');
  await first.save('Begun in a process, gone on with by the daemon');
  await first.close();
  const memory = await connectMemory({ home: home.paths.home, env: home.env, program });
  expect((await memory.search('begun')).results).toHaveLength(1);
  expect(await kindOf(openMemory({ path }))).toBe('invalid_input');
  await memory.request('POST', '/v1/shutdown', {});
  await memory.close();
});

test('[SD-7] a file to which the daemon’s database leads is open in one process', async () => {
  const home = await makeHome();
  const path = join(await homeForTest(), 'moved.db');
  await (await openMemory({ path })).close();
  mkdirSync(home.paths.home, { recursive: true });
  symlinkSync(path, home.paths.database);
  const memory = await connectMemory({ home: home.paths.home, env: home.env, program });
  expect(await kindOf(openMemory({ path }))).toBe('invalid_input');
  await memory.request('POST', '/v1/shutdown', {});
  await memory.close();
});

test('[SD-2] [CX-2] a prompt that is made in this process knows the machine, and the files of its workspace', async () => {
  const folder = await homeForTest();
  writeFileSync(join(folder, 'AGENTS.md'), 'Always run the tests.');
  const other = await homeForTest();
  writeFileSync(join(other, 'SOUL.md'), 'You are {name}, a ship’s cat.');
  const { memory: bare } = await engineMemory();
  const { memory } = await engineMemory({ workspace: folder });
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  for (const { suffix } of [await bare.prompt(), await memory.prompt()]) {
    expect(suffix).toContain(`${process.platform}, ${process.arch}`);
    expect(suffix).toContain(zone);
  }
  expect((await bare.prompt()).static).not.toContain('run the tests');
  expect((await memory.prompt()).static).toContain('# Rules\nAlways run the tests.');
  const elsewhere = await memory.prompt({ cwd: other });
  expect(elsewhere.static).toContain('a ship’s cat');
  expect(elsewhere.static).not.toContain('run the tests');
  expect(await kindOf(memory.prompt({ cwd: 'here' }))).toBe('invalid_input');
  expect(await kindOf(memory.prompt({ cwd: other, project: '.' }))).toBe('invalid_input');
});

test('[SD-7] what is no database, and a folder that cannot be, are errors with a name', async () => {
  const folder = await homeForTest();
  const path = join(folder, 'letters.db');
  writeFileSync(path, 'Dear Sir or Madam, '.repeat(1_000));
  expect(await kindOf(openMemory({ path }))).toBe('storage_corrupt');
  expect(await kindOf(openMemory({ path: join(path, 'below', 'x.db') }))).toBe('storage_read_only');
  const { memory } = await engineMemory();
  expect(await kindOf(memory.save({ content: 'x', project: '.', cwd: '/tmp' }))).toBe('invalid_input');
});
