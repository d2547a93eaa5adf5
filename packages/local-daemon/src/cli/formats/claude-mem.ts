/**
 * Reads claude-mem. Observations and summaries become memories. The user's prompts become a transcript. The JSON export
 * and the database have the same rows. Their columns differ between versions of claude-mem. [IM-1]
 */
import * as z from 'zod';
import { bad, type Found, isObject, left, type Mapper, record, turn } from './found.ts';
import { columnsOf, msOf, name, tagsOf, text, texts, time } from './loose.ts';

const row = z.object({
  memory_session_id: name,
  sdk_session_id: name,
  content_session_id: name,
  claude_session_id: name,
  project: text,
  created_at: time,
  created_at_epoch: time,
});
const observation = row.extend({
  type: text,
  title: text,
  subtitle: text,
  narrative: text,
  text,
  facts: texts,
  concepts: texts,
});
const summary = row.extend({
  request: text,
  investigated: text,
  learned: text,
  completed: text,
  next_steps: text,
  notes: text,
});
const prompt = row.extend({ id: name, prompt_text: z.string() });

/** The kinds of rows, by their names in the export and in the database. */
const KINDS = {
  observations: 'observation',
  summaries: 'summary',
  session_summaries: 'summary',
  prompts: 'prompt',
  user_prompts: 'prompt',
  sessions: 'session',
  sdk_sessions: 'session',
} as const;

export const CLAUDE_MEM_LISTS: readonly string[] = Object.keys(KINDS);
export const CLAUDE_MEM_TABLES = ['observations', 'session_summaries', 'user_prompts'] as const;
export const CLAUDE_MEM_COLUMNS = columnsOf(observation, summary, prompt);

/** Columns that name a row's session, in all versions of claude-mem. No other program uses these names. */
export const CLAUDE_MEM_IDS: readonly string[] = [
  'memory_session_id',
  'sdk_session_id',
  'content_session_id',
  'claude_session_id',
];

/** Whether the value is a row of claude-mem's export. */
export const isClaudeMem = (value: unknown, list: string | null): boolean =>
  list !== null && isKind(list) && isObject(value) && CLAUDE_MEM_IDS.some((name) => name in value);

const isKind = (list: string): list is keyof typeof KINDS => Object.hasOwn(KINDS, list);

export const claudeMem: Mapper = {
  take: (value, place, list) => {
    if (!isObject(value)) return [bad(place, 'not an object')];
    switch (list !== null && isKind(list) ? KINDS[list] : null) {
      case 'observation':
        return observed(value, place);
      case 'summary':
        return summarised(value, place);
      case 'prompt':
        return prompted(value, place);
      case 'session':
        return [left('rows about sessions')];
      case null:
        return [left('lists that are not known')];
      default:
        return [];
    }
  },
};

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
  const said: readonly (readonly [string, string | null | undefined])[] = [
    ['Request', data.request],
    ['Investigated', data.investigated],
    ['Learned', data.learned],
    ['Completed', data.completed],
    ['Next steps', data.next_steps],
    ['Notes', data.notes],
  ];
  const content = paragraphs(said.map(([head, words]) => (isSaid(words) ? `${head}: ${words}` : null)));
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

const provenanceOf = (data: z.infer<typeof row>) => ({
  agent: AGENT,
  project: isSaid(data.project) ? data.project : null,
  session:
    data.content_session_id ??
    data.claude_session_id ??
    data.memory_session_id ??
    data.sdk_session_id ??
    null,
  createdAt: data.created_at_epoch ?? data.created_at,
});

const isSaid = (words: string | null | undefined): words is string =>
  words !== null && words !== undefined && words.trim() !== '';
const paragraphs = (parts: readonly (string | null | undefined)[]): string => parts.filter(isSaid).join('\n');
