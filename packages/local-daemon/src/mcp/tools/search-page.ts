/** Makes a page of a search's answer: the results that fit the budget, the number that is left, and a cursor to continue. */
import { type FenceKey, quoteForContext, quoteName } from '@cairn/core';
import { LIMITS, type PassageHit, type SearchResult } from '@cairn/schema';
import * as z from 'zod';
import { beginning, fitting } from '../budget.ts';
import { dataBlock, memoryLine, type ShownMemory, shownHit, shownMemorySchema } from '../memory-text.ts';
import { EVERYWHERE } from '../which-project.ts';

export const searchPage = z.object({
  results: z.array(shownMemorySchema),
  passages: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(['document', 'session']).describe('a file, or what was said in a session'),
        author: z.string().optional().describe('who said it'),
        before: z.string().optional().describe('said just before, of a search within a session'),
        text: z.string(),
        after: z.string().optional(),
        date: z.string(),
        above: z.literal(true).optional().describe('fits better than the memories'),
      }),
    )
    .optional()
    .describe('from indexed files and transcripts'),
  more: z.int().describe('found, but not shown'),
  cursor: z.string().optional().describe('shows the next ones'),
  note: z.string().optional(),
});
export type SearchPage = z.infer<typeof searchPage>;
type Passage = NonNullable<SearchPage['passages']>[number];

/** Numbers of memories and passages on earlier pages. */
export interface PageStart {
  readonly from: number;
  readonly fromPassage: number;
}

export interface PageWish extends PageStart {
  readonly found: SearchResult;
  /** Number of results requested, including earlier pages. If that many were found, there may be more. */
  readonly wanted: number;
  readonly tokensMax: number;
  readonly countTokens: (text: string) => number;
}

/** Returns null for a text that no page gave. */
export const readCursor = (cursor: string): PageStart | null => {
  const [, from, fromPassage = '0'] = /^(\d{1,4})(?:\.(\d{1,4}))?$/.exec(cursor) ?? [];
  return from === undefined ? null : { from: Number(from), fromPassage: Number(fromPassage) };
};

const cursorAt = (from: number, fromPassage: number): string =>
  fromPassage === 0 ? String(from) : `${from}.${fromPassage}`;

const isAbove = ({ above }: Passage): boolean => above === true;

/** Tokens of keys and brackets, the fence, and the sentence about further results. */
const FRAME_TOKENS = 60;

export const pageOf = (wish: PageWish): SearchPage => {
  const { found, from, fromPassage, wanted, tokensMax, countTokens } = wish;
  const tokensOf = (part: unknown): number => countTokens(JSON.stringify(part)) + 1;
  const hits = found.results.slice(from).map(shownHit);
  const passages = passagesOf(found).slice(fromPassage);
  const note = noteOf(found, from, passages.length);
  const budget = tokensMax - FRAME_TOKENS - (note === undefined ? 0 : countTokens(note));
  const spentOn = (parts: readonly unknown[]): number =>
    parts.reduce<number>((sum, part) => sum + tokensOf(part), 0);
  // Half of the budget is reserved for memories.
  const above = fitting(passages.filter(isAbove), budget / 2, tokensOf).kept;
  const fitted = fitting(hits, budget - spentOn(above), tokensOf);
  const [first] = hits;
  // A first result that is too long is cut, because an empty page would help nobody.
  const results =
    fitted.kept.length === 0 && first !== undefined
      ? [cut(first, budget - spentOn(above), countTokens)]
      : fitted.kept;
  const below = passages.slice(above.length);
  const room = below.length === 0 ? 0 : budget - spentOn([...above, ...results]);
  const fittedBelow = [...above, ...fitting(below, room, tokensOf).kept];
  const shown =
    results.length + fittedBelow.length > 0 ? fittedBelow : cutPassage(passages, budget, countTokens);
  const left = passages.length - shown.length;
  const isFull = found.results.length >= wanted || hits.length > results.length;
  const hasNext = results.length > 0 ? isFull || left > 0 : shown.length > 0 && left > 0;
  return {
    results: [...results],
    ...(shown.length === 0 ? {} : { passages: [...shown] }),
    more: hits.length - results.length + left,
    ...(hasNext ? { cursor: cursorAt(from + results.length, fromPassage + shown.length) } : {}),
    ...(note === undefined ? {} : { note }),
  };
};

/** Passages above the memories come first, so each page shows the beginning of the rest of this list. */
const passagesOf = ({ passages }: SearchResult): readonly Passage[] => {
  const telling = passages.filter((passage) => !isOnlyAsked(passage)).map(shownPassage);
  return [...telling.filter(isAbove), ...telling.filter((passage) => !isAbove(passage))];
};

/** Cuts a first passage that is too long for a page of its own. Returns nothing where not even its name fits. */
const cutPassage = (
  [first]: readonly Passage[],
  tokensMax: number,
  countTokens: (text: string) => number,
): readonly Passage[] => {
  if (first === undefined) return [];
  const { before, after, ...alone } = first;
  const room = tokensMax - countTokens(JSON.stringify({ ...alone, text: '' })) - 2;
  return room < 1 ? [] : [{ ...alone, text: beginning(alone.text, room, countTokens) }];
};

const cut = (hit: ShownMemory, tokensMax: number, countTokens: (text: string) => number): ShownMemory => {
  const frame = countTokens(JSON.stringify({ ...hit, content: '', partial: true })) + 2;
  return {
    ...hit,
    content: beginning(hit.content, Math.max(1, tokensMax - frame), countTokens),
    partial: true,
  };
};

const spoken = ({ author, text }: NonNullable<PassageHit['before']>): string =>
  `${author === null ? '' : `${quoteName(author)}: `}${quoteForContext(text)}`;

const shownPassage = ({ source, author, before, text, after, at, above }: PassageHit): Passage => ({
  name: quoteName(source.name),
  kind: source.kind,
  ...(author === null ? {} : { author: quoteName(author) }),
  ...(before === undefined ? {} : { before: spoken(before) }),
  text: quoteForContext(text),
  ...(after === undefined ? {} : { after: spoken(after) }),
  date: at.slice(0, 10),
  ...(above === undefined ? {} : { above }),
});

/**
 * Whether the passage is only a person's question. It teaches a model nothing, and the question just asked would match
 * best. [MC-14]
 */
const isOnlyAsked = ({ source, author, text }: PassageHit): boolean =>
  source.kind === 'session' && author === 'user' && ONE_QUESTION.test(text.trim());
/** Pattern of one question. OpenCode puts quotes around a prompt. */
const ONE_QUESTION = /^[^\n.!?。！？؟]{0,400}[?？؟]["'”»)]{0,2}$/u;

/** Returns a note about missing results and about projects that have some. [F-6, M-8] */
const noteOf = (
  { results, reason, elsewhere }: SearchResult,
  from: number,
  passagesLeft: number,
): string | undefined => {
  const places = elsewhere.map(({ project, count }) => `${count} in ${quoteName(project ?? 'no project')}`);
  const parts = [
    ...(results.length + passagesLeft === 0 ? ['Nothing found.'] : []),
    ...(reason === undefined ? [] : [reason]),
    ...(results.length > 0 || places.length === 0
      ? []
      : [`Elsewhere: ${places.slice(0, 5).join(', ')}; project "${EVERYWHERE}" searches everywhere.`]),
    ...(from > 0 && results.length <= from && passagesLeft === 0
      ? [results.length < LIMITS.searchLimitMax ? 'There are no more.' : NO_FURTHER]
      : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
};

export const NO_FURTHER = `A search goes no further than ${LIMITS.searchLimitMax} results. Ask for something more telling.`;

export const pageText = (
  { results, passages = [], more, cursor, note }: SearchPage,
  fence: FenceKey,
): string => {
  const lines = [
    ...passages.filter(isAbove).flatMap(passageTexts),
    ...results.map(memoryLine),
    ...passages.filter((passage) => !isAbove(passage)).flatMap(passageTexts),
  ];
  const after = [
    ...(more > 0 ? [`${more} more found.`] : []),
    ...(cursor === undefined ? [] : [`cursor "${cursor}" shows the next.`]),
    ...(note === undefined ? [] : [note]),
  ].join(' ');
  if (lines.length === 0) return after === '' ? 'Nothing found.' : after;
  const block = dataBlock(lines, fence);
  return after === '' ? block : `${block}\n${after}`;
};

const passageTexts = (passage: Passage): readonly string[] => [
  ...(passage.before === undefined ? [] : [`  (before: ${passage.before})`]),
  `- ${passage.text} [${placeOf(passage)}, ${passage.date}]`,
  ...(passage.after === undefined ? [] : [`  (after: ${passage.after})`]),
];

/**
 * Returns the source of a passage. It marks an assistant's guess in a session, which must not look like a file of the
 * project.
 */
const placeOf = ({ kind, name, author }: Passage): string =>
  kind === 'document'
    ? `file ${name}`
    : `said${author === undefined ? '' : ` by ${author}`} in session ${name}`;
