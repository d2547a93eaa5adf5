/**
 * Reads the stores of four memory programs, by the tables that their documents define: ctx0's `memory.db`, Navi's `navi.db`, Nebo's and
 * Oxydra's. Facts and notes become memories, messages a transcript. A row's own id is kept as its source (`ctx0:m_a1b2c3`). Summaries,
 * vectors and indexes are made again. [IM-12]
 */
import { parseJson } from '@cairn/schema';
import * as z from 'zod';
import { bad, type Found, type FoundSession, isObject, left, type Mapper, record, turn } from './found.ts';
import { columnsOf, msOf, name, text, texts } from './loose.ts';

/** Adds the time zone to SQLite's own times, which are in UTC. */
const inUtc = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(value)
    ? `${value.replace(' ', 'T')}Z`
    : value;
const time = z
  .unknown()
  .optional()
  .transform((value): string | null => {
    const ms = msOf(inUtc(value));
    return ms === null ? null : new Date(ms).toISOString();
  });

const ctx0Row = z.object({
  id: name,
  content: text,
  tags: texts,
  source: text,
  project: text,
  pinned: z.unknown(),
  superseded_by: text,
  created_at: time,
});

const ctx0: Mapper = {
  take(value, place, table) {
    if (table === 'memory_summaries') return [left('summaries, which are made again here')];
    const { data } = ctx0Row.safeParse(value);
    if (data?.content == null) return [bad(place, 'a memory without its text')];
    if (data.superseded_by != null) return [left('memories that another one has replaced')];
    return [
      record(place, {
        ...{ content: data.content, tags: data.tags, project: data.project, pinned: data.pinned === 1 },
        ...{ agent: data.source === 'user' ? null : 'ctx0', session: from('ctx0', data.id) },
        createdAt: data.created_at,
      }),
    ];
  },
};

const naviRow = z.object({
  id: name,
  category: text,
  key: text,
  value: text,
  updated_at: time,
  created_at: time,
});

const navi: Mapper = {
  take(value, place, table) {
    if (table === 'memory_summary') return [left('narratives, which are made again here')];
    const { data } = naviRow.safeParse(value);
    if (data?.key == null || data.value == null) return [bad(place, 'a fact without key or value')];
    return [
      record(place, {
        ...{ content: data.value, namespace: data.category, key: data.key, agent: 'navi' },
        session: from('navi', data.id ?? `${data.category ?? ''}/${data.key}`),
        createdAt: data.updated_at ?? data.created_at,
      }),
    ];
  },
};

const neboMemory = z.object({
  id: name,
  namespace: text,
  key: text,
  value: text,
  tags: texts,
  updated_at: time,
});
const said = z.object({ id: name, session_id: name, role: text, content: text, created_at: z.unknown() });

/** Remembers the names of sessions, whose table is read before the table of messages. */
const createNebo = (): Mapper => {
  const names = new Map<string, string>();
  return {
    take(value, place, table) {
      if (table === 'sessions') {
        const { data } = z.object({ id: name, name: text }).safeParse(value);
        if (data?.id != null && data.name != null) names.set(data.id, data.name);
        return [];
      }
      return table === 'session_messages' ? neboMessage(value, place, names) : neboFact(value, place);
    },
  };
};

const neboFact = (value: unknown, place: string): readonly Found[] => {
  const { data } = neboMemory.safeParse(value);
  if (data?.key == null || data.value == null) return [bad(place, 'a memory without key or value')];
  return [
    record(place, {
      ...{ content: data.value, namespace: data.namespace, key: data.key, tags: data.tags, agent: 'nebo' },
      ...{ session: from('nebo', data.id), createdAt: data.updated_at },
    }),
  ];
};

const neboMessage = (value: unknown, place: string, names: ReadonlyMap<string, string>): readonly Found[] => {
  const { data } = said.safeParse(value);
  if (data?.session_id == null) return [bad(place, 'a message without its session')];
  const title = names.get(data.session_id) ?? data.session_id;
  return messageTurn('nebo', place, {
    ...data,
    session: data.session_id,
    title,
    at: msOf(inUtc(data.created_at)),
  });
};

const event = z.object({ session_id: name, sequence: name, payload_json: text, created_at: time });

const oxydra: Mapper = {
  take(value, place, table) {
    if (table === 'schedules') return [left('schedules')];
    const { data } = event.safeParse(value);
    const payload = data?.payload_json == null ? undefined : parseJson(data.payload_json);
    if (data?.session_id == null || !isObject(payload)) return [bad(place, 'an event without its message')];
    const content = contentOf(payload);
    const agent = 'oxydra';
    if (typeof payload.note_id === 'string')
      return content === ''
        ? [bad(place, 'a note without its text')]
        : [
            record(place, {
              content,
              agent,
              session: from(agent, payload.note_id),
              createdAt: data.created_at,
            }),
          ];
    return messageTurn(agent, place, {
      ...{ id: data.sequence, session: data.session_id, title: data.session_id, content },
      ...{ role: typeof payload.role === 'string' ? payload.role : null, at: msOf(data.created_at) },
    });
  },
};

/** Accepts a text, or parts with a text. */
const contentOf = ({ content }: Readonly<Record<string, unknown>>): string => {
  const parts = Array.isArray(content) ? content : [content];
  const words = parts.map((part) => (isObject(part) ? part.text : part));
  return words.filter((one) => typeof one === 'string').join('\n');
};

type Said = Pick<z.infer<typeof said>, 'id' | 'role' | 'content'> & {
  readonly session: string;
  readonly title: string;
  readonly at: number | null;
};

/** Makes a turn. Its id includes its session's, because ids are numbers within one database. */
const messageTurn = (program: string, place: string, one: Said): readonly Found[] => {
  const { id, role, content, at, title } = one;
  if (role !== 'user' && role !== 'assistant') return [left('messages of tools and of the system')];
  if (content == null || content.trim() === '') return [left('messages without words')];
  if (at === null) return [bad(place, 'a message without its time')];
  const session: FoundSession = { id: from(program, one.session), name: title, cwd: null };
  const own = id == null ? null : `${session.id}#${id}`;
  return [turn(place, session, { id: own, author: role, text: content, at })];
};

const from = (program: string, id: string | null | undefined): string => `${program}:${id ?? '?'}`;

/**
 * `tables`: in reading order. `needed`: how many tables must be present. `signature`: a column that no other program's table of that name
 * has.
 */
export const SEED_STORES = [
  {
    format: 'ctx0',
    ...{ tables: ['memories', 'memory_summaries'], needed: 1, signature: ['summarized'] },
    ...{ columns: [...columnsOf(ctx0Row), 'summary'], mapper: () => ctx0 },
  },
  {
    format: 'navi',
    ...{ tables: ['memory_facts', 'memory_summary'], needed: 1, signature: ['category'] },
    ...{ columns: columnsOf(naviRow), mapper: () => navi },
  },
  {
    format: 'nebo',
    ...{ tables: ['memories', 'sessions', 'session_messages'], needed: 1 },
    ...{ signature: ['access_count'], columns: [...columnsOf(neboMemory, said), 'name'], mapper: createNebo },
  },
  {
    format: 'oxydra',
    ...{ tables: ['conversation_events', 'schedules'], needed: 1 },
    ...{ signature: ['payload_json'], columns: [...columnsOf(event), 'schedule_id'], mapper: () => oxydra },
  },
] as const;
