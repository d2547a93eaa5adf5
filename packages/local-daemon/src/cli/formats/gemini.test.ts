import { describe, expect, test } from 'vitest';
import { createGeminiMapper, isGemini, isGeminiMessage } from './gemini.ts';

const SESSION = { sessionId: 's1', projectHash: 'ab12', startTime: '2026-03-02T10:00:00.000Z' };
const message = (id: string, change: object = {}) => ({
  id,
  timestamp: '2026-03-02T10:00:05.000Z',
  type: 'user',
  content: [{ text: `Say ${id}.` }],
  ...change,
});
const mapperFor = (...lines: readonly unknown[]) => {
  const mapper = createGeminiMapper(() => '/home/anna/shop');
  const found = lines.flatMap((line, index) => mapper.take(line, `line ${index + 1}`, null));
  return { found, end: mapper.end?.() ?? [] };
};
const textsOf = (...lines: readonly unknown[]) =>
  mapperFor(SESSION, ...lines).end.flatMap((one) => (one.kind === 'turn' ? one.turn.text : []));

describe('[IM-1] Gemini CLI', () => {
  test('lines: prompts and answers are turns of the session, in its project, known by the hooks too', () => {
    expect(isGemini(SESSION)).toBe(true);
    const { found, end } = mapperFor(
      SESSION,
      message('m1'),
      message('m2', { type: 'gemini', content: ' Said. ', thoughts: [{ subject: 'x' }] }),
      { $set: { summary: 'How things are said', lastUpdated: '2026-03-02T10:01:00.000Z' } },
    );
    const session = { id: 'gemini:s1', name: 'Gemini 2026-03-02 10:00', cwd: '/home/anna/shop' };
    const at = Date.parse('2026-03-02T10:00:05.000Z');
    expect(found).toEqual([]);
    expect(end).toEqual([
      {
        kind: 'turn',
        place: 'line 2',
        session,
        turn: { id: 'm1', author: 'user', text: 'Say m1.', at },
      },
      {
        kind: 'turn',
        place: 'line 3',
        session,
        turn: { id: 'm2', author: 'assistant', text: 'Said.', at },
      },
      { kind: 'title', session, title: 'How things are said' },
    ]);
  });

  test('a message that is said again is one, a message that was taken back is none, and what follows counts', () => {
    expect(textsOf(message('m1'), message('m1', { content: 'Say it better.' }))).toEqual(['Say it better.']);
    const lines = [message('m1'), message('m2'), message('m3')];
    expect(textsOf(...lines, { $rewindTo: 'm2' }, message('m4'))).toEqual(['Say m1.', 'Say m4.']);
    expect(textsOf(...lines, { $rewindTo: 'nowhere' }, message('m4'))).toEqual(['Say m4.']);
    const picture = message('p', { content: [{ inlineData: {} }] });
    const taken = [message('m1'), picture, message('m3'), { $rewindTo: 'p' }, message('m4')];
    expect(textsOf(...taken)).toEqual(['Say m1.', 'Say m4.']);
    expect(mapperFor(SESSION, ...lines, { $rewindTo: 'm2' }).found).toEqual([
      { kind: 'left', what: 'turns that were taken back', count: 2 },
    ]);
  });

  test('what hooks had put before a prompt is no part of it', () => {
    const content = [{ text: '<hook_context>&lt;memory&gt;' }, { text: '</hook_context>\n\nSay it.' }];
    expect(textsOf(message('m1', { content }))).toEqual(['Say it.']);
  });

  test('what was said before a compaction stays, and what the program put in its place is left out', () => {
    const compacted = { content: [{ text: '<state_snapshot>All of it</state_snapshot>' }] };
    expect(
      textsOf(message('m1'), message('m2'), {
        $set: { messages: [message('s', compacted), message('m2'), message('m3')] },
      }),
    ).toEqual(['Say m1.', 'Say m2.', 'Say m3.']);
  });

  test('notices, tools, thoughts and subagents are left out and counted; what was typed is taken', () => {
    const left = (...lines: readonly unknown[]) =>
      [...mapperFor(SESSION, ...lines).found, ...mapperFor(SESSION, ...lines).end].flatMap((one) =>
        one.kind === 'left' ? one.what : [],
      );
    expect(left(message('m1', { type: 'info' }))).toEqual(['notices of the program']);
    expect(left(message('m1', { type: 'gemini', content: '', toolCalls: [{ name: 'ls' }] }))).toEqual([
      'calls and results of tools, and thoughts',
    ]);
    expect(
      left(message('m1', { content: [{ functionResponse: {} }, { text: 'x', thought: true }] })),
    ).toEqual(['calls and results of tools, and thoughts']);
    expect(left(message('m1', { content: '<session_context>Today is …' }))).toEqual([
      'turns that the program made',
    ]);
    expect(left({ ...SESSION, kind: 'subagent' }, message('m1'))).toEqual(['turns of subagents']);
    expect(
      textsOf(message('m1', { displayContent: 'Read @a.txt', content: 'Read @a.txt\nIts bytes' })),
    ).toEqual(['Read @a.txt']);
  });

  test('a document of before is the same', () => {
    const mapper = createGeminiMapper(() => null);
    for (const [name, value] of Object.entries(SESSION)) mapper.head?.(name, value);
    expect(isGeminiMessage(message('m1'))).toBe(true);
    expect(isGeminiMessage({ id: 'm1', role: 'user' })).toBe(false);
    expect(mapper.take(message('m1'), 'record 1', 'messages')).toEqual([]);
    expect(mapper.end?.()).toMatchObject([
      { kind: 'turn', place: 'record 1', session: { id: 'gemini:s1', cwd: null } },
    ]);
  });

  test('broken lines are named by their place and stop no other', () => {
    const { found, end } = mapperFor(
      SESSION,
      7,
      { id: 'm1' },
      message('m2', { timestamp: 'soon' }),
      message('m3'),
    );
    expect(found).toMatchObject([
      { kind: 'bad', place: 'line 2' },
      { kind: 'bad', place: 'line 3' },
      { kind: 'bad', place: 'line 4' },
    ]);
    expect(end).toHaveLength(1);
    expect(mapperFor(message('m1')).end).toMatchObject([{ kind: 'bad', place: 'the file' }]);
  });
});
