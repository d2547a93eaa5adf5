/**
 * Reads LoCoMo (Maharana et al., "Evaluating Very Long-Term Conversational Memory of LLM Agents", 2024) in its authors' format. Its
 * licence is CC BY-NC 4.0, so it is read by path and is not part of this program.
 */
import * as z from 'zod';
import type { Conversation, Fact, Turn } from './conversation.ts';
import { questionOf } from './forms/json-file.ts';

const turnRecord = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
/** A sentence, and the turns that it was extracted from. */
const observation = z.tuple([z.string(), z.union([z.string(), z.array(z.string())])]);
const record = z.object({
  sample_id: z.string(),
  conversation: z.looseObject({ speaker_a: z.string(), speaker_b: z.string() }),
  observation: z.record(z.string(), z.record(z.string(), z.array(observation))),
  qa: z.array(
    z.object({
      question: z.string(),
      category: z.literal([1, 2, 3, 4, 5]),
      evidence: z.array(z.string()).default([]),
    }),
  ),
});
type LocomoRecord = z.infer<typeof record>;

/** Parses the file. Throws when its shape is wrong. Questions without evidence are left out. */
export const parseLocomo = (json: string): readonly Conversation[] =>
  z.array(record).parse(JSON.parse(json)).map(conversationOf);

const conversationOf = (data: LocomoRecord): Conversation => {
  const { speaker_a, speaker_b } = data.conversation;
  const sessions = sessionsOf(data);
  const turns = sessions.flatMap((session) => session.turns);
  const known = new Set(turns.map(({ ref }) => ref));
  return {
    name: data.sample_id,
    authors: [speaker_a, speaker_b],
    turns,
    facts: factsOf(data, new Map(sessions.map(({ number, at }) => [number, at]))),
    questions: data.qa.flatMap(({ question, category, evidence }) =>
      questionOf(question, `${category}`, refsOf(evidence), known),
    ),
  };
};

interface Session {
  readonly number: string;
  readonly at: number;
  readonly turns: readonly Turn[];
}

const SESSION = /^session_(\d+)$/;

const sessionsOf = ({ conversation }: LocomoRecord): readonly Session[] =>
  Object.entries(conversation)
    .flatMap(([name, value]): readonly Session[] => {
      const number = SESSION.exec(name)?.[1];
      if (number === undefined) return [];
      const at = parseSessionTime(z.string().parse(conversation[`${name}_date_time`]));
      const turns = z.array(turnRecord).parse(value);
      return [{ number, at, turns: turns.map((turn, nth) => turnOf(turn, number, at + nth * 1_000)) }];
    })
    .toSorted((a, b) => Number(a.number) - Number(b.number));

const turnOf = (turn: z.infer<typeof turnRecord>, session: string, at: number): Turn => ({
  ref: turn.dia_id,
  session,
  author: turn.speaker,
  text: turn.blip_caption === undefined ? turn.text : `${turn.text} [${turn.blip_caption}]`,
  at,
});

/** Returns the facts. A sentence that occurs twice in a conversation is one fact with the evidence of both. */
const factsOf = ({ observation: bySession }: LocomoRecord, times: ReadonlyMap<string, number>) => {
  const facts = new Map<string, Fact>();
  for (const [name, byAuthor] of Object.entries(bySession)) {
    const at = times.get(/^session_(\d+)/.exec(name)?.[1] ?? '') ?? 0;
    for (const [text, evidence] of Object.values(byAuthor).flat()) {
      const known = facts.get(text);
      const refs = [...(known?.evidence ?? []), ...refsOf([evidence].flat())];
      facts.set(text, { ref: known?.ref ?? `fact-${facts.size}`, text, at: known?.at ?? at, evidence: refs });
    }
  }
  return [...facts.values()];
};

/** Returns the refs of the turns. A few labels hold several turns in one string, in several spellings. */
const refsOf = (labels: readonly string[]): readonly string[] =>
  labels.flatMap((label) => label.match(/D\d+:\d+/g) ?? []);

const SESSION_TIME = /^(\d{1,2}):(\d{2}) ([ap]m) on (\d{1,2}) ([A-Z][a-z]+), (\d{4})$/;

/** Parses "1:56 pm on 8 May, 2023" as UTC. */
const parseSessionTime = (text: string): number => {
  const [, hour, minute, half, day, month, year] = SESSION_TIME.exec(text) ?? [];
  const midnight = Date.parse(`${day} ${month} ${year} 00:00 UTC`);
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  const at = midnight + (hours * 60 + Number(minute)) * 60_000;
  if (Number.isNaN(at)) throw new Error(`not the time of a session: ${text}`);
  return at;
};
