import { describe, expect, test } from 'vitest';
import { createOpencodeMapper, isOpencodeMessage } from './opencode.ts';

const AT = 1_772_445_600_000;
const session = {
  id: 'ses_1',
  parent_id: null,
  directory: '/home/anna/shop',
  title: 'New session - x',
  time_created: AT,
};
const message = (id: string, data: object, of = 'ses_1') => ({
  id,
  session_id: of,
  data: JSON.stringify({ role: 'user', time: { created: AT }, ...data }),
});
const part = (id: string, by: string, data: object) => ({ id, message_id: by, data: JSON.stringify(data) });
const TEXT = { type: 'text', text: ' Use pnpm. ' };

describe('[IM-1] OpenCode', () => {
  test('the words of a message are a turn of its session, known by the hooks too', () => {
    const mapper = createOpencodeMapper();
    expect(mapper.take(session, 'row 1', 'session')).toEqual([]);
    expect(mapper.take(message('m1', { role: 'assistant' }), 'row 1', 'message')).toEqual([]);
    expect(mapper.take(part('p1', 'm1', TEXT), 'row 1', 'part')).toEqual([
      {
        kind: 'turn',
        place: 'row 1',
        session: { id: 'opencode:ses_1', name: 'OpenCode 2026-03-02 10:00', cwd: '/home/anna/shop' },
        turn: { id: 'p1', author: 'assistant', text: 'Use pnpm.', at: AT },
      },
    ]);
  });

  test('what tools, subagents and the program itself wrote is left out and counted', () => {
    const mapper = createOpencodeMapper();
    mapper.take(session, 'r', 'session');
    mapper.take({ ...session, id: 'ses_2', parent_id: 'ses_1' }, 'r', 'session');
    mapper.take(message('m1', {}), 'r', 'message');
    mapper.take(message('m2', {}, 'ses_2'), 'r', 'message');
    mapper.take(message('m3', { role: 'assistant', summary: true }), 'r', 'message');
    const left = (row: object) =>
      mapper.take(row, 'r', 'part').map((one) => (one.kind === 'left' ? one.what : one.kind));
    expect(left(part('p', 'm1', { type: 'tool', state: {} }))).toEqual([
      'calls and results of tools, thoughts and files',
    ]);
    expect(left(part('p', 'm1', { type: 'reasoning', text: 'the "type":"text" of it' }))).toEqual([
      'calls and results of tools, thoughts and files',
    ]);
    expect(left(part('p', 'm1', { ...TEXT, synthetic: true }))).toEqual(['turns that the program made']);
    expect(left(part('p', 'm2', TEXT))).toEqual(['turns of subagents']);
    expect(left(part('p', 'm3', TEXT))).toEqual(['turns that the program made']);
  });

  test('broken rows are named by their place and stop no other', () => {
    const mapper = createOpencodeMapper();
    const kinds = (value: unknown, list: string) => mapper.take(value, 'row 7', list);
    expect(kinds(7, 'part')).toMatchObject([{ kind: 'bad', place: 'row 7' }]);
    expect(kinds({ title: 'x' }, 'session')).toMatchObject([{ kind: 'bad' }]);
    expect(kinds(message('m1', {}, 'nowhere'), 'message')).toMatchObject([{ kind: 'bad' }]);
    expect(kinds(part('p', 'nowhere', TEXT), 'part')).toMatchObject([{ kind: 'bad' }]);
    expect(kinds({ id: 'p', message_id: 'm1', data: '{"type":"text"' }, 'part')).toMatchObject([
      { kind: 'bad' },
    ]);
    expect(kinds({ id: 'm', data: null }, 'message')).toMatchObject([{ kind: 'bad' }]);
  });

  test('an exported session is the same', () => {
    const mapper = createOpencodeMapper();
    const info = { id: 'm1', role: 'user', time: { created: AT } };
    const value = {
      info,
      parts: [
        { id: 'p1', ...TEXT },
        { id: 'p2', type: 'step-start' },
      ],
    };
    expect(isOpencodeMessage(value)).toBe(true);
    expect(mapper.take(value, 'record 1', 'messages')).toMatchObject([{ kind: 'bad' }]);
    mapper.head?.('info', {
      id: 'ses_1',
      directory: '/home/anna/shop',
      title: 'Packages',
      time: { created: AT },
    });
    expect(mapper.take(value, 'record 1', 'messages')).toMatchObject([
      {
        kind: 'turn',
        session: { id: 'opencode:ses_1', name: 'Packages' },
        turn: { id: 'p1', text: 'Use pnpm.' },
      },
      { kind: 'left' },
    ]);
  });
});
