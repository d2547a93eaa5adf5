import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempHome } from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSet } from '../forms.ts';

const folderOf = async (files: Readonly<Record<string, unknown>>): Promise<string> => {
  const home = await tempHome('forms');
  onTestFinished(() => home.remove());
  for (const [name, value] of Object.entries(files)) {
    await mkdir(join(home.path, name, '..'), { recursive: true });
    await writeFile(join(home.path, name), JSON.stringify(value));
  }
  return home.path;
};

describe('public sets', () => {
  test('REALTALK: a file a pair', async () => {
    const said = { speaker: 'Ann', date_time: '29.12.2023, 22:42:04', dia_id: 'D1:1', clean_text: 'Hello' };
    const path = await folderOf({
      'Chat_1.json': {
        name: { speaker_1: 'Ann', speaker_2: 'Ben' },
        session_1: [said],
        qa: [{ question: 'who greets?', category: 1, evidence: ['D1:1', 'D9:9'] }],
      },
    });
    const [pair] = (await readSet(path)).conversations;
    expect(pair?.turns[0]).toMatchObject({ author: 'Ann', at: Date.UTC(2023, 11, 29, 22, 42, 4) });
    expect(pair?.questions).toEqual([{ text: 'who greets?', category: '1', evidence: ['D1:1'] }]);
  });

  test('BEAM: a folder a chat, questions without evidence left out', async () => {
    const turns = [
      [{ role: 'user', id: 4, content: 'My sprint ends on Friday ->-> 1,1', time_anchor: 'March-15-2024' }],
    ];
    const path = await folderOf({
      '1/chat.json': [{ batch_number: 1, turns }],
      '1/probing_questions/probing_questions.json': {
        information_extraction: [{ question: 'When?', source_chat_ids: [4] }],
        abstention: [{ question: 'What colour?' }],
      },
    });
    const [chat] = (await readSet(path)).conversations;
    expect(chat?.turns[0]).toMatchObject({ ref: '4', author: 'user', text: 'My sprint ends on Friday' });
    expect(chat?.questions).toEqual([{ text: 'When?', category: '4', evidence: ['4'] }]);
  });

  test('MemDaily: stories of one file are one person', async () => {
    const path = await folderOf({
      'simple.json': [
        {
          tid: 3,
          message_list: [{ mid: 0, message: '我有一只猫', time: '2024年04月01日 周一 08:30' }],
          question_list: [{ question: '谁？', target_step_id: [0] }],
        },
      ],
    });
    const [story] = (await readSet(path)).conversations;
    expect(story?.questions).toEqual([{ text: '谁？', category: '4', evidence: ['3:0'] }]);
  });

  test('RealMem: a file a person, a question is asked when its session begins', async () => {
    const turn = (speaker: string, content: string, rest = {}) => ({ speaker, content, ...rest });
    const session = (id: string, turns: readonly object[]) => ({
      ...{ session_uuid: id, current_time: '2025-12-15 (Monday)', dialogue_turns: turns },
    });
    const path = await folderOf({
      'ann.json': {
        _metadata: { person_name: 'Ann' },
        dialogues: [
          session('a', [turn('User', 'My sprint ends on Friday.')]),
          session('b', [
            turn('User', 'When does it end?', { is_query: true }),
            turn('Assistant', 'On Friday.', { memory_session_uuids: ['a', 'b', 'gone'] }),
          ]),
        ],
      },
    });
    const [person] = (await readSet(path)).conversations;
    const first = Date.UTC(2025, 11, 15);
    expect(person?.turns[0]).toEqual({
      ...{ ref: 'a:0', session: 'a', author: 'user', text: 'My sprint ends on Friday.', at: first },
    });
    expect(person?.turns[1]?.at).toBeGreaterThan(first);
    expect(person?.questions).toEqual([
      {
        ...{ text: 'When does it end?', category: '4', evidence: ['a:0'] },
        before: person?.turns[1]?.at,
      },
    ]);
  });

  test('another form is an error', async () => {
    await expect(readSet(await folderOf({ 'x.json': { a: 1 } }))).rejects.toThrow();
  });
});
