/** Parses a model's answer: the requested JSON, JSON within prose or a code fence, or plain text. [SU-6] */
import { parseJson } from '@cairn/schema';
import * as z from 'zod';
import type { DraftSentence } from './note.ts';
import { sentencesOf } from './sentences.ts';

const sentence = z.union([
  z.string().transform((text) => ({ text, from: [] })),
  z
    .looseObject({
      text: z.string(),
      from: z.array(z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])).catch([]),
    })
    .transform(({ text, from }) => ({ text, from })),
]);
const answer = z.union([
  z.looseObject({ sentences: z.array(sentence).min(1) }).transform(({ sentences }) => sentences),
  z.looseObject({ summary: z.string() }).transform(({ summary }) => plain(summary)),
  z.array(sentence).min(1),
]);

/** The thinking that some models write before the answer. */
const THOUGHT = /^[\s\S]*?<\/think(?:ing)?>/i;
const FENCE = /```[a-z]*\s*\n?([\s\S]*?)```/i;
const WEB_PAGE = /^\s*<(?:!doctype|html|\?xml)/i;

/** Returns the text without the thinking. Null for an empty answer and a web page. */
export const answerText = (raw: string): string | null => {
  const text = raw.replace(THOUGHT, '').trim();
  return text === '' || WEB_PAGE.test(text) ? null : text;
};

/** Returns the sentences of a summary. Null for an empty answer, a web page or unusable JSON. */
export const parseSummaryAnswer = (raw: string): readonly DraftSentence[] | null => {
  const text = answerText(raw);
  if (text === null) return null;
  const fenced = FENCE.exec(text)?.[1];
  const list = between(text, '[', ']');
  // A list of texts that is shorter than the words around it is a part of a sentence.
  const wholeList =
    list !== undefined && (list.length > text.length / 2 || /^\[\s*\{/.test(list)) ? list : undefined;
  for (const candidate of [text, fenced, between(text, '{', '}'), wholeList]) {
    const parsed = answer.safeParse(candidate === undefined ? undefined : parseJson(candidate));
    if (parsed.success) return parsed.data.map(fromOne);
  }
  if (looksLikeJson(fenced ?? text)) return null;
  const sentences = plain(fenced ?? text);
  return sentences.length === 0 ? null : sentences;
};

const task = z.looseObject({ task: z.string().trim().min(1) }).transform((one) => one.task);

/** Returns the task that the answer for a session's summary names; null without one. [SE-5] */
export const parseTaskAnswer = (raw: string): string | null => {
  const json = between(raw.replace(THOUGHT, ''), '{', '}');
  return task.safeParse(json === undefined ? null : parseJson(json)).data ?? null;
};

/** Converts note numbers, which the model counts from 1, to indexes. */
const fromOne = ({ text, from }: DraftSentence): DraftSentence => ({
  text,
  from: from.map((number) => number - 1),
});

/** Returns the text from the first `first` to the last `last`, both included. */
export const between = (text: string, first: string, last: string): string | undefined => {
  const from = text.indexOf(first);
  const to = text.lastIndexOf(last);
  return from >= 0 && to > from ? text.slice(from, to + 1) : undefined;
};

/** Whether the text looks like truncated JSON instead of a sentence. */
const looksLikeJson = (text: string): boolean =>
  /^\s*(?:\{|\[\s*(?:["{\]]|$))/.test(text) || /"\s*:\s*["[{]/.test(text);

const HEADING = /^[ \t]*(?:#{1,6}[ \t].*|\*{0,2}(?:merged |the )?summary:?\*{0,2}:?[ \t]*)$/gim;
const LABEL = /^\s*\*{0,2}(?:merged |the )?summary\s*:\*{0,2}\s*/i;
const BULLET = /^[ \t]*(?:[-*•]|\d{1,2}[.)]|\[\d{1,2}\])[ \t]+/gm;

const plain = (text: string): readonly DraftSentence[] =>
  sentencesOf(text.replace(HEADING, '').replace(LABEL, '').replace(BULLET, '').replaceAll('**', '')).map(
    (one) => ({ text: one, from: [] }),
  );
