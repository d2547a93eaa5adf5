// The rows of Oxydra in docs/specification.md.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withMembers } from '../e2e/cairn.ts';
import { onStage } from './stage.ts';

describe('sessions and retrieval', () => {
  const stage = onStage();

  test('[O1 O2 O12] events under sequences that strictly rise, recalled and forgotten', async () => {
    const { api, refused, say } = stage();
    const at = (sequence: number) => ({
      ...{ session: { name: 'seq' }, messages: [{ role: 'user', content: `at ${sequence}`, sequence }] },
    });
    await api('POST', '/v1/sessions', at(3));
    await api('POST', '/v1/sessions', at(7));
    expect(await refused('POST', '/v1/sessions', at(7))).toMatch(/^invalid_input/);
    expect(await api('GET', '/v1/sessions/seq/messages')).toMatchObject({
      messages: [{ sequence: 3 }, { sequence: 7 }],
    });
    await say('gone', 'user: the walrus password is on the fridge');
    await api('DELETE', '/v1/sessions/gone');
    expect(await refused('GET', '/v1/sessions/gone')).toMatch(/^not_found/);
  });

  test('[O13] a hybrid query of one session gives its turns with their neighbours, and no other’s', async () => {
    const { say, memory, own } = stage();
    for (const name of ['one', 'two'])
      await say(name, `user: why not Redis in ${name}?`, 'assistant: it lost writes', 'user: fine');
    const found = await memory.search({ query: 'lost writes', session: 'two', limit: 1 });
    expect(found.passages).toMatchObject([
      { text: 'it lost writes', before: { text: 'why not Redis in two?' }, after: { text: 'fine' } },
    ]);
    const { out } = await own.run(['search', 'lost writes', '--session', 'one', '-n', '1']);
    expect(out).toContain('why not Redis in one?');
  });

  test('[O3 O14 O15 O52] a summary is written under its epoch; one of an older epoch is dropped', async () => {
    const { say, api } = stage();
    await say('roll', ...Array.from({ length: 6 }, (_, n) => `user: step ${n} of the walrus`));
    const write = (text: string, expectedEpoch: number) =>
      api('POST', '/v1/sessions/roll/summary', { text, upto: 3, expectedEpoch });
    expect(await write('The walrus walked.', 0)).toMatchObject({ applied: true, epoch: 1 });
    expect(await write('Too late.', 0)).toMatchObject({ applied: false });
    expect(await api('GET', '/v1/sessions/roll/restore')).toMatchObject({ summary: 'The walrus walked.' });
  });

  test('[O50] a session that fills rolls its oldest messages into a summary by itself', async () => {
    const { api, until } = stage();
    const messages = Array.from({ length: 24 }, (_, n) => ({
      ...{ role: 'user', content: `Step ${n}: ${'the okapi eats leaves '.repeat(14)}` },
    }));
    expect(
      await api('POST', '/v1/sessions', { session: { name: 'full' }, maxTokens: 1_000, messages }),
    ).toMatchObject({ due: expect.arrayContaining(['roll']) });
    await until('the summary', async () => {
      const { session } = withMembers('session').parse(await api('GET', '/v1/sessions/full'));
      return Number(Object(session).summaryEpoch) > 0;
    });
  });

  test('[O53 O54 O55] listed by activity, forgotten with all that is theirs, restored within a budget', async () => {
    const { api, say, memory } = stage();
    await say('older', 'user: first');
    await say('newer', 'user: second');
    await say('older', 'user: again');
    const { sessions } = withMembers('sessions').parse(await api('GET', '/v1/sessions?limit=2'));
    expect(sessions).toMatchObject([{ name: 'older' }, { name: 'newer' }]);
    const small = await api('GET', '/v1/sessions/full/restore?max_tokens=300');
    expect(Number(Object(small).tokens)).toBeLessThanOrEqual(300);
    await api('DELETE', '/v1/sessions/newer');
    expect((await memory.search({ query: 'second', in: ['sessions'] })).passages).toEqual([]);
  });

  test('[O4 O43 O6] a file is indexed once, in pieces with their places', async () => {
    const { own, memory } = stage();
    const file = join(own.home, 'guide.md');
    writeFileSync(
      file,
      Array.from({ length: 40 }, (_, n) => `Chapter ${n} is about the heron number ${n}.`).join('\n'),
    );
    expect((await own.run(['index', file])).code).toBe(0);
    const again = await own.run(['index', file]);
    expect(again.out + again.err).toMatch(/0 new|nothing|unchanged/i);
    const [hit] = (await memory.search({ query: 'heron number 37', in: ['documents'] })).passages;
    expect(hit).toMatchObject({ source: { kind: 'document' }, start: expect.any(Number) });
    expect([...(hit?.text ?? '')].length).toBeLessThanOrEqual(640);
    expect(hit?.text).toContain('heron number 37');
  });

  test('[O16 O17 O18] a note is updated, its old id leads to it; deleted by id and by key', async () => {
    const { memory } = stage();
    const { id } = await memory.save('The gate code is 11');
    const next = await memory.supersede(id, 'The gate code is 22');
    expect((await memory.get(id)).content).toBe('The gate code is 22');
    expect(await memory.forget(id)).toBeDefined();
    await expect(memory.get(next.id)).rejects.toMatchObject({ kind: 'not_found' });
    await memory.save({ content: 'x y z', namespace: 'notes', key: 'gate' });
    expect(await memory.get({ namespace: 'notes', key: 'gate' })).toMatchObject({ content: 'x y z' });
  });

  test('[O42] text of a tool’s arguments is found, its secrets masked', async () => {
    const { say, memory } = stage();
    const key = `ghp_${'a1B2'.repeat(9)}`;
    await say('tools', {
      ...{ role: 'assistant', content: 'looking' },
      toolCalls: [{ name: 'read', input: { path: 'pelican.txt', token: key } }],
    });
    expect(JSON.stringify(await memory.request('GET', '/v1/sessions/tools/messages'))).not.toContain(key);
  });
});

describe('schedules', () => {
  const stage = onStage({ isWithModel: true });
  const cron = { type: 'cron', expression: '30 8 * * 1-5', timezone: 'Asia/Tokyo' };

  test('[O10 O19 O20 O21 O22 O23 O29 O34 O41] made, read, found by filters, changed, deleted', async () => {
    const { api } = stage();
    const made = await api('POST', '/v1/schedules', {
      ...{ goal: 'Look at the build', cadence: cron, channel: 'tty', channelContext: '42', name: 'watch' },
    });
    const { id } = Object(Object(made).schedule);
    expect(made).toMatchObject({
      schedule: {
        nextRunText: expect.stringMatching(/08:30 Asia\/Tokyo/),
        channel: 'tty',
        channelContext: '42',
      },
    });
    expect(await api('GET', `/v1/schedules/${id}`)).toMatchObject({
      schedule: { goal: 'Look at the build' },
    });
    expect(await api('GET', '/v1/schedules?query=build&limit=1')).toMatchObject({ total: 1 });
    expect(await api('PATCH', `/v1/schedules/${id}`, { goal: 'Look twice' })).toMatchObject({
      schedule: { goal: 'Look twice' },
    });
    await api('DELETE', `/v1/schedules/${id}`);
    expect(await api('GET', '/v1/schedules')).toMatchObject({ total: 0 });
  });

  test('[O30 O31 O32 O33] once, interval, and what is wrong with a cadence is a sentence', async () => {
    const { api, refused } = stage();
    const add = (cadence: object) => refused('POST', '/v1/schedules', { goal: 'x', cadence });
    expect(await add({ type: 'cron', expression: '* *' })).toMatch(/five fields/);
    expect(await add({ type: 'once', at: '2020-01-01T00:00:00Z' })).toMatch(/past/);
    expect(await add({ type: 'interval', seconds: 10 })).toMatch(/60|minute/);
    expect(await add({ ...cron, timezone: 'Mars/Olympus' })).toMatch(/zone/i);
    const once = await api('POST', '/v1/schedules', {
      ...{ goal: 'x', cadence: { type: 'once', at: new Date(Date.now() + 3_600_000).toISOString() } },
      status: 'paused',
    });
    expect(once).toMatchObject({ schedule: { status: 'paused' } });
  });

  test('[O11 O25 O27 O28 O35 O36 O38 O39] a run is kept with its output, cost, turns and whether it was told of', async () => {
    const { api } = stage();
    const made = await api('POST', '/v1/schedules', {
      ...{ goal: 'Report', cadence: { type: 'interval', seconds: 3_600 }, notify: 'on_change' },
    });
    const { id } = Object(Object(made).schedule);
    const run = await api('POST', `/v1/schedules/${id}/run`);
    expect(run).toMatchObject({ run: { status: 'ok', output: 'All is well.', turns: 1 } });
    const { runs } = withMembers('runs').parse(await api('GET', `/v1/schedules/${id}/runs`));
    expect(runs).toMatchObject([{ status: 'ok', summary: 'All is well.', notified: expect.any(Boolean) }]);
    const runId = Object(Object(run).run).id;
    expect(await api('GET', `/v1/schedules/${id}/runs/${runId}`)).toMatchObject({ run: { id: runId } });
  });
});
