import { expect, test } from 'vitest';
import { soughtFacts, soughtTurns } from './conversation.ts';
import { parseLocomo } from './locomo.ts';

const file = JSON.stringify([
  {
    sample_id: 'conv-1',
    conversation: {
      speaker_a: 'Ann',
      speaker_b: 'Ben',
      session_2_date_time: '12:05 am on 3 July, 2023',
      session_2: [
        { speaker: 'Ben', dia_id: 'D2:1', text: 'Look.', blip_caption: 'a red kite', img_url: ['x'] },
      ],
      session_1_date_time: '1:56 pm on 8 May, 2023',
      session_1: [
        { speaker: 'Ann', dia_id: 'D1:1', text: 'I sail.' },
        { speaker: 'Ben', dia_id: 'D1:2', text: 'Nice!' },
      ],
    },
    observation: {
      session_1_observation: { Ann: [['Ann sails.', 'D1:1']] },
      session_2_observation: {
        Ann: [['Ann sails.', ['D2:1']]],
        Ben: [['Ben has a kite.', 'D2:1']],
      },
    },
    event_summary: {},
    qa: [
      { question: 'Who sails?', answer: 'Ann', category: 1, evidence: ['D1:1; D2:1', 'D1:1', 'D9:9'] },
      { question: 'Nothing?', answer: '', category: 3, evidence: [] },
      { question: 'Wrong?', adversarial_answer: 'yes', category: 5, evidence: ['D1:2'] },
    ],
  },
]);

const [conversation] = parseLocomo(file);
if (conversation === undefined) throw new Error('nothing was read');

test('sessions come in their order, with their time, speakers and what pictures show', () => {
  expect(conversation.turns).toEqual([
    { ref: 'D1:1', session: '1', author: 'Ann', text: 'I sail.', at: Date.UTC(2023, 4, 8, 13, 56) },
    { ref: 'D1:2', session: '1', author: 'Ben', text: 'Nice!', at: Date.UTC(2023, 4, 8, 13, 56, 1) },
    { ref: 'D2:1', session: '2', author: 'Ben', text: 'Look. [a red kite]', at: Date.UTC(2023, 6, 3, 0, 5) },
  ]);
});

test('evidence is taken apart, and what names no turn is left out with its question', () => {
  expect(soughtTurns(conversation)).toEqual([
    { text: 'Who sails?', category: '1', gold: ['D1:1', 'D2:1'] },
    { text: 'Wrong?', category: '5', gold: ['D1:2'] },
  ]);
});

test('a fact that was written twice is one, and answers what any of its turns does', () => {
  expect(conversation.facts.map(({ text, evidence }) => [text, evidence])).toEqual([
    ['Ann sails.', ['D1:1', 'D2:1']],
    ['Ben has a kite.', ['D2:1']],
  ]);
  expect(soughtFacts(conversation)).toEqual([
    { text: 'Who sails?', category: '1', gold: ['fact-0', 'fact-1'] },
  ]);
});

test('what is no such file is refused', () => {
  expect(() => parseLocomo('[{"qa": []}]')).toThrow();
});
