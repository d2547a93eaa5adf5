import { createEngineBench, mustBe } from '@cairn/core/testing';
import type { MessageInput } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { knowledge, type Replies, extractionScene as scene } from '../../testing/extraction-bench.ts';
import { promisesDone } from '../../testing/pass-time.ts';

const IDLE_MS = 5_000;

describe('[X-3] a session that is over', () => {
  const WORK: MessageInput[] = [
    { role: 'user', content: 'Migrate the auth module to session tokens' },
    { role: 'assistant', content: '', toolCalls: [{ name: 'Bash', input: 'npm test' }] },
    {
      role: 'tool',
      content: 'ECONNREFUSED 5432',
      toolResults: [{ name: 'Bash', isError: true, content: 'ECONNREFUSED 5432' }],
    },
    {
      role: 'tool',
      content: 'ok',
      toolCalls: [{ name: 'Bash', input: 'start postgres' }],
      toolResults: [{ name: 'Bash' }],
    },
    { role: 'user', content: 'No, we use tabs here.' },
    { role: 'user', content: 'Thanks.' },
    { role: 'assistant', content: 'The auth module uses session tokens now.' },
  ];
  const note = (text: string) => JSON.stringify({ note: text });
  const replies: Replies = (name, { messages }) => {
    if (name !== 'note') return knowledge({});
    const system = messages[0]?.content ?? '';
    if (system.includes('outline')) return note('Migrated the auth module to session tokens.');
    return system.includes('correct the assistant')
      ? note('The user wants tabs.')
      : note('ECONNREFUSED 5432: start postgres.');
  };

  test('is asked three things side by side, once, and each has its tags', async () => {
    const { say, engine, pass, read, calls, events } = scene({ replies });
    await say(...WORK);
    await mustBe(engine.endSession('s'));
    await promisesDone();
    const { memories } = await mustBe(read.list({}));
    expect(
      memories
        .map(({ content, tags, project, trust, source }) => [content, tags, project, trust, source])
        .sort(),
    ).toEqual([
      ['ECONNREFUSED 5432: start postgres.', ['debug', 'error_resolution'], 'p', 'low', 'auto'],
      ['Migrated the auth module to session tokens.', ['session_summary'], 'p', 'normal', 'auto'],
      ['The user wants tabs.', ['preference', 'correction'], null, 'normal', 'auto'],
    ]);
    const asked = calls.length;
    events.publish({ kind: 'session', what: 'ended', session: 's', last: 6, due: [] });
    await pass(60_000);
    expect(calls).toHaveLength(asked);
    expect((await engine.modelCalls(20)).map(({ purpose }) => purpose).sort()).toEqual([
      'correction',
      'error_resolution',
      'extraction',
      'task_summary',
    ]);
  });

  test('may have nothing to tell', async () => {
    const { say, engine, read, contents } = scene({
      replies: (name) => (name === 'note' ? 'SKIP' : 'NONE'),
    });
    await say(...WORK);
    await mustBe(engine.endSession('s'));
    await promisesDone();
    expect(await contents()).toEqual([]);
    expect(await read.session('s')).toMatchObject({ reviewedAt: expect.any(String) });
  });

  test('is asked again when the model was down, also by the next daemon', async () => {
    const bench = createEngineBench();
    const { say, engine, service } = scene({ bench, replies: () => 'down' });
    await say(...WORK);
    await mustBe(engine.endSession('s'));
    await promisesDone();
    await service.end();
    expect(await bench.read.session('s')).toMatchObject({ reviewedAt: null });
    bench.time.skip(120_000);
    const next = scene({ bench, replies });
    await next.pass(IDLE_MS);
    expect(await next.contents()).toHaveLength(3);
  });

  test.each([note("I'm sorry, I can't help with that."), 'I can’t help with that.', note('…')])(
    'keeps no refusal of the model: %s',
    async (refusal) => {
      const { say, engine, contents } = scene({ replies: () => refusal });
      await say({ role: 'user', content: 'Help me with the auth module, that is all.' }, ...WORK);
      await mustBe(engine.endSession('s'));
      await promisesDone();
      expect(await contents()).toEqual([]);
      expect((await engine.modelCalls(20)).map(({ outcome }) => outcome)).not.toContain('ok');
    },
  );

  test('is marked without a model, and nothing is made up', async () => {
    const { say, engine, read, contents } = scene();
    await say(...WORK);
    await mustBe(engine.endSession('s'));
    await promisesDone();
    expect(await contents()).toEqual([]);
    expect(await read.session('s')).toMatchObject({ reviewedAt: expect.any(String) });
  });
});

describe('[X-5] the personality', () => {
  const styles = [
    { key: 'brevity', value: 'Likes brief answers' },
    { key: 'humour', value: 'Has a dry humour' },
    { key: 'depth', value: 'Wants reasons first' },
  ];
  const saveStyles = async ({ engine, events }: ReturnType<typeof scene>, count = 3) => {
    for (const { key, value } of styles.slice(0, count)) {
      const namespace = 'tacit/personality/style';
      const saved = await mustBe(engine.remember({ content: value, namespace, key, source: 'agent' }));
      events.publish({ kind: 'changed', ids: [saved.id] });
    }
  };
  const directive = async ({ read }: ReturnType<typeof scene>) => {
    const found = await read.getByKey('directive', 'tacit/personality');
    return found.ok ? found.value.memory : null;
  };

  test('is made of styles that a conversation showed, by the model, and again only when they change', async () => {
    let asked = 0;
    const world = scene({
      replies: (name) => {
        if (name !== 'directive') return knowledge({ styles });
        asked++;
        return '{"directive":"You are brief and dry, and give reasons first."}';
      },
    });
    await world.say('Short, please. Why first, then how.', 'Sure.');
    await world.pass(60_000);
    expect((await directive(world))?.content).toBe('You are brief and dry, and give reasons first.');
    expect(asked).toBe(1);
    await world.pass(4 * 3_600_000);
    expect(asked).toBe(1);
    expect((await world.read.context({})).ok).toBe(true);
  });

  test.each(["I'm sorry, but I can't help with that.", 'Das kann ich leider nicht.', '…'])(
    'is a plain paragraph when the model answers %j',
    async (refusal) => {
      const world = scene({ replies: () => JSON.stringify({ directive: refusal }) });
      await saveStyles(world);
      await world.pass(60_000);
      expect((await directive(world))?.content).toMatch(/^You know/);
    },
  );

  test('without a model is a plain paragraph from the third style on, and goes when they have faded', async () => {
    const world = scene();
    await saveStyles(world, 2);
    await world.pass(60_000);
    expect(await directive(world)).toBeNull();
    await saveStyles(world);
    await world.pass(60_000);
    expect((await directive(world))?.content).toMatch(
      /^You know from earlier conversations .*Likes brief answers.*\.$/,
    );
    await world.pass(60 * 86_400_000);
    expect(await directive(world)).toBeNull();
    await saveStyles(world);
    await world.pass(60_000);
    expect(await directive(world)).not.toBeNull();
  });

  test('is plain while the model is away, and worded when it is back', async () => {
    let isUp = false;
    const world = scene({ replies: () => (isUp ? '{"directive":"You are brief."}' : 'down') });
    await saveStyles(world);
    await world.pass(60_000);
    expect((await directive(world))?.content).toMatch(/^You know/);
    isUp = true;
    await world.pass(2 * 3_600_000);
    expect((await directive(world))?.content).toBe('You are brief.');
  });

  test('of a person’s own words stays', async () => {
    const world = scene();
    await mustBe(
      world.engine.remember({
        content: 'You are formal.',
        namespace: 'tacit/personality',
        key: 'directive',
        source: 'user',
      }),
    );
    await saveStyles(world);
    await world.pass(60_000);
    expect((await directive(world))?.content).toBe('You are formal.');
  });
});
