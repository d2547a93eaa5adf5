// The rows of ctx0 in docs/specification.md, on a daemon without a model and then on one with it.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { withMembers } from '../e2e/cairn.ts';
import { onStage } from './stage.ts';

describe('without a model', () => {
  const stage = onStage();

  test('[C1 C2 C22] a save is there at once, with its words', async () => {
    const { memory } = stage();
    const { id, status } = await memory.save('The okapi is fed at seven');
    expect(status).toBe('saved');
    expect((await memory.search('when is the okapi fed')).results[0]).toMatchObject({ id });
  });

  test('[C3 C5 C6 C7 C8 C11] what a memory carries', async () => {
    const { memory } = stage();
    const { id } = await memory.save({
      ...{ content: 'Shop builds with turbo', tags: ['build', 'tools'], project: 'shop', pin: true },
      source: 'user',
    });
    expect(id).toMatch(/^m_\w{20,}$/);
    expect(await memory.get(id)).toMatchObject({
      ...{ tags: ['build', 'tools'], project: 'shop', pinned: true, source: 'user' },
      createdAt: expect.stringMatching(/^20\d\d-/),
    });
    const other = await memory.save({ content: 'Of no project', source: 'auto' });
    expect(await memory.get(other.id)).toMatchObject({ project: null, source: 'auto', pinned: false });
  });

  test('[C4] 2,000 characters are taken, one more is refused with what to do', async () => {
    const { memory, refused } = stage();
    expect((await memory.save(`${'a'.repeat(1_999)}b`)).status).toBe('saved');
    expect(await refused('POST', '/v1/memories', { content: 'a'.repeat(2_001) })).toMatch(
      /invalid_input: .*2,?000/,
    );
  });

  test('[C9 C49] a newer version keeps tags, pin and project; the old id leads to it', async () => {
    const { memory } = stage();
    const { id } = await memory.save({ content: 'Port 1', tags: ['net'], project: 'shop', pin: true });
    const next = await memory.supersede(id, 'Port 2');
    expect(await memory.get(id)).toMatchObject({
      ...{ id: next.id, content: 'Port 2', tags: ['net'], project: 'shop', pinned: true },
    });
    const { memories } = await memory.list({ all: true, project: 'shop' });
    expect(memories.find((one) => one.id === id)).toMatchObject({ supersededBy: next.id });
    expect((await memory.search('Port')).results.map((hit) => hit.content)).not.toContain('Port 1');
  });

  test('[C10 C14 C16 C15 C50 C70] 20 saves make a summary of dated sentences with their memories', async () => {
    const { memory, api, until } = stage();
    for (let n = 0; n < 20; n++)
      await memory.save({ content: `The zebra service ${n} listens on port ${9_000 + n}`, project: 'zoo' });
    const read = async () => withMembers('summaries').parse(await api('GET', '/v1/summaries')).summaries;
    await until('the summary', async () => JSON.stringify(await read()).includes('"project":"zoo"'));
    const summaries = await read();
    expect(summaries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ type: 'incremental', project: 'zoo', method: 'extractive' },
          periodStart: expect.stringMatching(/^20/),
          periodEnd: expect.stringMatching(/^20/),
          sentences: expect.arrayContaining([
            expect.objectContaining({ cites: expect.arrayContaining([expect.stringMatching(/^m_/)]) }),
          ]),
        }),
      ]),
    );
    expect((await memory.search({ query: 'zebra service 13', project: 'zoo' })).results[0]?.content).toBe(
      'The zebra service 13 listens on port 9013',
    );
  });

  test('[C18 C20 C92] one file with a log beside it, which any SQLite reads', () => {
    const { own } = stage();
    const files = readdirSync(own.home).filter((name) => name.startsWith('cairn.db'));
    expect(files).toEqual(expect.arrayContaining(['cairn.db', 'cairn.db-wal']));
    const database = new DatabaseSync(join(own.home, 'cairn.db'), { readOnly: true });
    const row = database.prepare("SELECT count(*) AS n FROM memories WHERE content LIKE '%okapi%'").get();
    database.close();
    expect(row).toEqual({ n: 1 });
  });

  test('[C37 C40 C69] a context of four phases, within its tokens, with nothing of another project', async () => {
    const { memory } = stage();
    const all = await memory.context({ project: 'shop' });
    expect(all.text).toContain('Port 2');
    expect(all.text).not.toContain('zebra');
    expect(all.tokens).toBeLessThanOrEqual(1_000);
    const names = all.sections.map(({ name }) => name);
    const order = ['narrative', 'pinned', 'summary', 'since', 'project', 'recent'];
    expect(names).toEqual(order.filter((name) => names.includes(name)));
    expect(names).toContain('pinned');
    const small = await memory.context({ project: 'shop', maxTokens: 300 });
    expect(small.tokens).toBeLessThanOrEqual(300);
  });

  test('[C23 C42 C43 C48 C63] an agent saves and searches by two tools, which say when', async () => {
    const { mcp } = stage();
    const agent = await mcp();
    const { result } = await agent.ask('tools/list');
    const told = JSON.stringify(result);
    expect(told).toMatch(/memory_save/);
    expect(told).toMatch(/Search before you ask/);
    await agent.tool('memory_save', { content: 'Releases leave on Thursdays', tags: ['release'] });
    const found = await agent.tool('memory_search', { query: 'when do releases leave' });
    expect(found).toMatchObject({
      results: [
        { content: 'Releases leave on Thursdays', tags: ['release'], date: expect.stringMatching(/^20/) },
      ],
    });
  });

  test('[C44 C45 C46 C47] phrases, operators, parts of words and tags', async () => {
    const { memory } = stage();
    await memory.save({ content: 'deploy to staging with the blue key', tags: ['alpha'] });
    await memory.save({ content: 'deploy to production with the red key', tags: ['beta'] });
    const found = async (query: string, more = {}) =>
      (await memory.search({ query, ...more })).results.map(({ content }) => content);
    expect((await found('"blue key"'))[0]).toContain('staging');
    expect(await found('deploy NOT staging', { fts: true })).toEqual([
      'deploy to production with the red key',
    ]);
    expect(await found('roduct')).toEqual(['deploy to production with the red key']);
    expect(await found('deploy', { tags: ['beta', 'gamma'] })).toEqual([
      'deploy to production with the red key',
    ]);
    expect(await found('"unbalanced (deploy')).not.toEqual([]);
    await expect(memory.search({ query: 'deploy AND', fts: true })).rejects.toMatchObject({
      kind: 'invalid_input',
    });
  });

  test('[C64] the sixth save of one turn is refused', async () => {
    const { api, refused } = stage();
    const save = (n: number) => ({
      ...{ content: `Fact ${n} of a long turn`, source: 'agent', agent: 'a', session: 's', turn: 't1' },
    });
    for (let n = 0; n < 5; n++) await api('POST', '/v1/memories', save(n));
    expect(await refused('POST', '/v1/memories', save(5))).toMatch(/^rate_limited: /);
  });

  test('[C65] what is said already is no second memory; what is like it is saved and told', async () => {
    const { memory } = stage();
    expect(await memory.save('The okapi is fed at  seven ')).toMatchObject({ status: 'duplicate' });
    expect(await memory.save('The okapi is fed at eight')).toMatchObject({
      status: 'saved',
      similar: [expect.objectContaining({ content: 'The okapi is fed at seven' })],
    });
  });

  test('[C60 C67 C68 C81 C93] checked, copied while it runs, and with no account', async () => {
    const { own, memory } = stage();
    const checks = withMembers('checks').parse(await memory.request('POST', '/v1/doctor', {}));
    expect(JSON.stringify(checks)).not.toContain('"status":"fail"');
    const copy = join(own.home, 'copy.db');
    expect((await own.run(['backup', copy])).code).toBe(0);
    const database = new DatabaseSync(copy, { readOnly: true });
    expect(Number(database.prepare('SELECT count(*) AS n FROM memories').get()?.n)).toBeGreaterThan(25);
    database.close();
    const { sync, models } = await memory.status();
    expect([sync.vault, models.llm]).toEqual([null, null]);
  });

  test('[C88 C89 C90 C91] list, search, export, import and statistics by the command line', async () => {
    const { own } = stage();
    expect((await own.run(['list', '-t', 'net'])).out).toContain('Port 2');
    expect((await own.run(['search', 'okapi'])).out).toContain('okapi');
    const file = join(own.home, 'all.json');
    expect((await own.run(['export', '--format', 'json', '-o', file])).code).toBe(0);
    expect((await own.run(['import', file])).out).toMatch(/\b0 new|nothing new|already/i);
    const notes = join(own.home, 'notes');
    expect((await own.run(['export', '--format', 'md', '--by', 'tag', '-o', notes])).code).toBe(0);
    expect(readdirSync(notes)).toEqual(expect.arrayContaining(['alpha', 'beta']));
    const stats = await own.run(['stats']);
    expect(stats.out).toMatch(/memories[\s\S]*summar[\s\S]*oldest[\s\S]*shop/i);
  });

  test('[C19] a second start finds everything', async () => {
    const { own } = stage();
    await own.run(['down']);
    expect((await own.run(['search', 'okapi'])).out).toContain('okapi');
  });
});

describe('with a model', () => {
  const stage = onStage({ isWithModel: true });

  test('[C24 C25 C26 C27 C31 C34] a session that ends is asked three things, and each answer is kept once', async () => {
    const { say, api, contents, until, teach, memory } = stage();
    teach(
      {},
      {
        'outline of a work session': 'Migrated the auth module to session tokens.',
        'correct the assistant': 'The user wants tabs.',
        'which error it was': 'ECONNREFUSED 5432: start postgres.',
      },
    );
    await say(
      'work',
      'user: Migrate the auth module to session tokens',
      { role: 'assistant', content: '', toolCalls: [{ name: 'Bash', input: 'npm test' }] },
      {
        ...{ role: 'tool', content: 'ECONNREFUSED 5432' },
        toolResults: [{ name: 'Bash', isError: true, content: 'ECONNREFUSED 5432' }],
      },
      {
        ...{ role: 'tool', content: 'ok', toolResults: [{ name: 'Bash' }] },
        toolCalls: [{ name: 'Bash', input: 'start postgres' }],
      },
      'user: No, we use tabs here.',
      'user: Thanks.',
      'assistant: The auth module uses session tokens now.',
    );
    await api('POST', '/v1/sessions/work/end');
    await until('the notes', async () => (await contents()).length >= 3);
    await api('POST', '/v1/sessions/work/end');
    const { memories } = await memory.list({ source: 'auto' });
    expect(memories.map(({ content, tags }) => [content, tags]).toSorted()).toEqual([
      ['ECONNREFUSED 5432: start postgres.', ['debug', 'error_resolution']],
      ['Migrated the auth module to session tokens.', ['session_summary']],
      ['The user wants tabs.', ['preference', 'correction']],
    ]);
  });

  test('[C28 C30] a session of nothing, and an answer of SKIP, leave nothing', async () => {
    const { say, api, contents, model, teach } = stage();
    teach({}, { 'outline of a work session': 'SKIP' });
    const before = [model.requests.length, (await contents()).length];
    await say('chat', 'user: hello', 'assistant: hello');
    await api('POST', '/v1/sessions/chat/end');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(model.requests.slice(before[0]).filter(({ text }) => text.includes('outline'))).toEqual([]);
    expect((await contents()).length).toBe(before[1]);
  });

  test('[C36 C56] a model that fails blocks nothing and changes nothing, and each call has its price', async () => {
    const { memory, model, own } = stage();
    await memory.save({ content: 'The lighthouse is built in Lisbon', project: 'lighthouse' });
    model.behave({ kind: 'status', status: 500 });
    const failed = await memory.request('POST', '/v1/summaries', { project: 'lighthouse' });
    expect(failed).toMatchObject({ withoutModel: 'failed' });
    expect((await memory.search('lighthouse')).results[0]?.content).toContain('Lisbon');
    const usage = await own.json(withMembers('usage'), ['usage']);
    expect(JSON.stringify(usage)).toMatch(/unreachable/);
  });

  test('[C57 C59] the words of a summary are the model’s, asked for in few sentences', async () => {
    const { model } = stage();
    const asked = model.requests.find(({ text }) => text.includes('You condense notes'));
    expect(asked?.body).toMatchObject({ model: 'small', max_tokens: 800 });
    expect(asked?.text).toContain('third person');
  });
});
