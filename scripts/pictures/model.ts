/** Answers of the demo's model. It invents nothing: a summary consists of sentences from its input. */
import { type ModelRequest, type ModelServer, startModelServer } from '@cairn/test-support';

const SENTENCES = 3;

const KNOWLEDGE: readonly (readonly [RegExp, string, string, string])[] = [
  [/give keys a counter/i, 'decisions', 'keys', 'Keys in the shop get a counter beside the time'],
  [
    /cart-lock must be replaced/i,
    'decisions',
    'redis upgrade',
    'cart-lock must be replaced before stock-hold',
  ],
  [/give up after 2 s/i, 'decisions', 'checkout', 'The checkout gives up after 2 s'],
];

const GOALS: readonly (readonly [RegExp, string])[] = [
  [
    /standup/i,
    'Staging is read-only today. Open: the retry limit of the payment worker (3 or 5), and cart-lock before the Redis upgrade.',
  ],
  [/this week/i, 'Decided: keys get a counter, prices stay in cents, Postgres of the shop is on 5433.'],
];

export const startDemoModel = (): Promise<ModelServer> =>
  startModelServer({ countsTokens: true, script: [{ kind: 'reply', text: answerTo }] });

const answerTo = ({ body }: ModelRequest): string => {
  const messages: unknown = body?.messages;
  const [system = '', user = ''] = Array.isArray(messages)
    ? messages.map((message: unknown) => String(Object(message).content))
    : [];
  if (system.includes('"output"'))
    return JSON.stringify({ output: GOALS.find(([goal]) => goal.test(user))?.[1] ?? 'Nothing to report.' });
  if (system.includes('"sentences"')) return JSON.stringify({ sentences: sentencesOf(user) });
  if (system.includes('"preferences"')) return JSON.stringify(knowledgeIn(user));
  return JSON.stringify({ note: 'SKIP' });
};

/** Returns the last numbered notes, unchanged. */
const sentencesOf = (text: string): readonly { text: string; from: readonly number[] }[] =>
  [...text.matchAll(/^(\d+)\. (?:\[[\d-]+\]|\w+:) (.+)$/gm)]
    .map(([, number, note = '']) => ({
      text: note.replace(/^["“]|["”]$/g, '').replace(/([^.?!])$/, '$1.'),
      from: [Number(number)],
    }))
    .slice(-SENTENCES);

const knowledgeIn = (text: string): Readonly<Record<string, readonly object[]>> => {
  const found: Record<string, object[]> = {
    ...{ preferences: [], entities: [], decisions: [], styles: [], artifacts: [] },
  };
  for (const [words, list, key, value] of KNOWLEDGE) if (words.test(text)) found[list]?.push({ key, value });
  return found;
};
