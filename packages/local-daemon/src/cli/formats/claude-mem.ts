/**
 * Reads claude-mem. Observations and summaries become memories. The user's prompts become a transcript. The JSON export
 * and the database have the same rows. Their columns differ between versions of claude-mem. [IM-1]
 */
import { recordOf } from '@cairn/schema';
import * as z from 'zod';
import { bad, type Found, isObject, left, type Mapper, record, turn } from './found.ts';
import { columnsOf, msOf, name, tagsOf, text, texts, time } from './loose.ts';

/** Columns that name a row's session, in all versions of claude-mem, the best first. No other program uses these names. */
const IDS = ['content_session_id', 'claude_session_id', 'memory_session_id', 'sdk_session_id'] as const;

const row = z.object({
  ...recordOf(IDS, () => name),
  ...{ project: text, created_at: time, created_at_epoch: time },
});
const observation = row.extend({
  ...recordOf(['type', 'title', 'subtitle', 'narrative', 'text'] as const, () => text),
  ...{ facts: texts, concepts: texts },
});
const PARTS = [
  ['request', 'Request'],
  ['investigated', 'Investigated'],
  ['learned', 'Learned'],
  ['completed', 'Completed'],
  ['next_steps', 'Next steps'],
  ['notes', 'Notes'],
] as const;
const summary = row.extend(
  recordOf(
    PARTS.map(([field]) => field),
    () => text,
  ),
);
const prompt = row.extend({ id: name, prompt_text: z.string() });

/** Whether the value is a row of claude-mem's export. */
export const isClaudeMem = (value: unknown, list: string | null): boolean =>
  KINDS.has(list) && isObject(value) && IDS.some((name) => name in value);

export const claudeMem: Mapper = {
  take: (value, place, list) => {
    if (!isObject(value)) return [bad(place, 'not an object')];
    return KINDS.get(list)?.(value, place) ?? [left('lists that are not known')];
  },
};

export const CLAUDE_MEM_STORE = {
  format: 'claude-mem',
  ...{ tables: ['observations', 'session_summaries', 'user_prompts'], needed: 1 },
  ...{ signature: IDS, columns: columnsOf(observation, summary, prompt), mapper: () => claudeMem },
} as const;

const AGENT = 'claude-mem';

const observed = (value: object, place: string): readonly Found[] => {
  const parsed = observation.safeParse(value);
  if (!parsed.success) return [bad(place, 'not an observation of claude-mem')];
  const { data } = parsed;
  const head = [data.title, data.subtitle].filter(isSaid).join('. ');
  const content = paragraphs([head, data.narrative ?? data.text, ...data.facts.map((fact) => `- ${fact}`)]);
  if (content === '') return [bad(place, 'an observation that says nothing')];
  return [record(place, { content, tags: tagsOf([data.type, ...data.concepts]), ...provenanceOf(data) })];
};

const summarised = (value: object, place: string): readonly Found[] => {
  const parsed = summary.safeParse(value);
  if (!parsed.success) return [bad(place, 'not a summary of claude-mem')];
  const { data } = parsed;
  const content = paragraphs(
    PARTS.map(([field, head]) => (isSaid(data[field]) ? `${head}: ${data[field]}` : null)),
  );
  if (content === '') return [bad(place, 'a summary that says nothing')];
  return [record(place, { content, tags: ['session-summary'], ...provenanceOf(data) })];
};

const prompted = (value: object, place: string): readonly Found[] => {
  const parsed = prompt.safeParse(value);
  if (!parsed.success) return [bad(place, 'a prompt without its text')];
  const { data } = parsed;
  const { session, createdAt } = provenanceOf(data);
  const at = msOf(createdAt);
  if (session === null || at === null) return [bad(place, 'a prompt without session or time')];
  const of = { id: session, name: `${AGENT} ${createdAt?.slice(0, 10)}`, cwd: null };
  return [turn(place, of, { id: null, author: 'user', text: data.prompt_text, at })];
};

const ofSession = (): readonly Found[] => [left('rows about sessions')];

/** What reads the rows of a kind, by its names in the export and in the database. */
const KINDS: ReadonlyMap<string | null, (value: object, place: string) => readonly Found[]> = new Map([
  ['observations', observed],
  ['summaries', summarised],
  ['session_summaries', summarised],
  ['prompts', prompted],
  ['user_prompts', prompted],
  ['sessions', ofSession],
  ['sdk_sessions', ofSession],
]);

export const CLAUDE_MEM_LISTS = [...KINDS.keys()].filter((list) => list !== null);

const provenanceOf = (data: z.infer<typeof row>) => ({
  agent: AGENT,
  project: isSaid(data.project) ? data.project : null,
  session: IDS.map((id) => data[id]).find((id) => id != null) ?? null,
  createdAt: data.created_at_epoch ?? data.created_at,
});

const isSaid = (words: string | null | undefined): words is string =>
  words !== null && words !== undefined && words.trim() !== '';
const paragraphs = (parts: readonly (string | null | undefined)[]): string => parts.filter(isSaid).join('\n');
