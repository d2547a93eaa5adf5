import { describe, expect, test } from 'vitest';
import { type CursorParts, composersIn, cursorFound, folderIn } from './cursor.ts';

const AT = Date.UTC(2026, 2, 2, 10);
const COMPOSER = { composerId: 'c1', createdAt: AT, name: 'Tapir invoices' };
const header = (bubbleId: string) => ({ bubbleId, type: 1 });
const partsOf = (
  bubbles: Readonly<Record<string, unknown>>,
  folders: Readonly<Record<string, string>> = {},
): CursorParts => ({
  bubbleOf: (composer, id) => (composer === 'c1' ? bubbles[id] : undefined),
  folderOf: (composer) => folders[composer] ?? null,
});
const found = (bubbles: Readonly<Record<string, unknown>>, change: object = {}) =>
  cursorFound(
    { ...COMPOSER, fullConversationHeadersOnly: Object.keys(bubbles).map(header), ...change },
    'composerData:c1',
    partsOf(bubbles),
  );
const turnsOf = (...args: Parameters<typeof found>) =>
  found(...args).flatMap((one) => (one.kind === 'turn' ? one.turn : []));

describe('[IM-1] Cursor', () => {
  test('a conversation is its bubbles in the order that it names, known by the hooks too', () => {
    expect(
      found({
        b1: { type: 1, text: ' Why blue? ', createdAt: '2026-03-02T10:00:05.000Z' },
        b2: { type: 2, text: 'No black ink.', createdAt: '2026-03-02T10:00:09.000Z' },
      }),
    ).toEqual([
      {
        kind: 'turn',
        place: 'composerData:c1, message 1',
        session: { id: 'cursor:c1', name: 'Tapir invoices', cwd: null },
        turn: { id: 'b1', author: 'user', text: 'Why blue?', at: AT + 5_000 },
      },
      {
        kind: 'turn',
        place: 'composerData:c1, message 2',
        session: { id: 'cursor:c1', name: 'Tapir invoices', cwd: null },
        turn: { id: 'b2', author: 'assistant', text: 'No black ink.', at: AT + 9_000 },
      },
    ]);
    const dated = found({ b1: { type: 1, text: 'Hi' } }, { name: ' ' });
    expect(dated).toMatchObject([{ session: { name: 'Cursor 2026-03-02 10:00' } }]);
  });

  test('a bubble without a time stands behind the one before, at the same time whenever it is read', () => {
    const bubbles = {
      b1: { type: 1, text: 'One' },
      b2: {
        type: 2,
        text: 'Two',
        timingInfo: { clientStartTime: 4_745_281.3, clientSettleTime: AT + 7_000 },
      },
      b3: { type: 2, text: 'Three' },
    };
    const times = [AT + 1, AT + 7_000, AT + 7_001];
    expect(turnsOf(bubbles).map(({ at }) => at)).toEqual(times);
    expect(turnsOf({ ...bubbles, b4: { type: 1, text: 'Four' } }).map(({ at }) => at)).toEqual([
      ...times,
      AT + 7_002,
    ]);
    expect(found({ b1: { type: 1, text: 'When?' } }, { createdAt: null })).toMatchObject([
      { kind: 'bad', reason: 'a message without a time' },
    ]);
  });

  test('a conversation of before holds its bubbles itself', () => {
    const inside = {
      fullConversationHeadersOnly: [],
      conversation: [{ bubbleId: 'x', type: 1, text: 'Hi' }],
    };
    expect(turnsOf({}, inside)).toMatchObject([{ id: 'x', text: 'Hi' }]);
    expect(found({})).toEqual([]);
  });

  test('its folder is that of its own name, of the list that has it, or of what was attached', () => {
    const bubbles = {
      b1: { type: 1, text: 'Hi', workspaceUris: ['vscode-remote://x/y', 'file:///home/anna/my%20shop'] },
    };
    const value = { ...COMPOSER, fullConversationHeadersOnly: [header('b1')] };
    const cwdOf = (parts: CursorParts, change: object = {}) => {
      const [one] = cursorFound({ ...value, ...change }, 'c1', parts);
      return one?.kind === 'turn' ? one.session.cwd : undefined;
    };
    expect(cwdOf(partsOf(bubbles))).toBe('/home/anna/my shop');
    expect(cwdOf(partsOf(bubbles, { c1: '/home/anna/listed' }))).toBe('/home/anna/listed');
    const named = { workspaceIdentifier: { id: 'w', uri: { fsPath: '/home/anna/named' } } };
    expect(cwdOf(partsOf(bubbles, { c1: '/home/anna/listed' }), named)).toBe('/home/anna/named');
    expect([folderIn('file:///a%ZZ'), folderIn(7), folderIn('file://host/share')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(composersIn({ allComposers: [{ composerId: 'c1' }, {}, 7] })).toEqual(['c1']);
    expect(composersIn(null)).toEqual([]);
  });

  test('tools, thoughts, subagents and what is gone are left out and counted; broken bubbles stop no other', () => {
    const kinds = (...args: Parameters<typeof found>) =>
      found(...args).map((one) => (one.kind === 'left' ? one.what : one.kind));
    expect(
      kinds({
        b1: { type: 2, text: '', toolFormerData: { name: 'grep' } },
        b2: undefined,
        b3: { type: 3, text: 'x' },
        b4: 7,
        b5: { type: 1, text: 'Hi' },
      }),
    ).toEqual([
      'calls and results of tools, thoughts and attached code',
      'messages that the program keeps no text of',
      'bad',
      'bad',
      'turn',
    ]);
    expect(kinds({ b1: { type: 1, text: 'Hi' } }, { subagentInfo: { parent: 'c0' } })).toEqual([
      'turns of subagents',
    ]);
    expect(cursorFound({ name: 'x' }, 'composerData:c9', partsOf({}))).toMatchObject([
      { kind: 'bad', place: 'composerData:c9' },
    ]);
  });
});
