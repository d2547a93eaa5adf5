/**
 * Reads records of no particular program. Our own export is recognised by its head, and mem0's by its field names. Otherwise
 * any object with a text in `content`, `memory` or `text` is a memory, and so is a bare string. [IM-1]
 */
import { NAME_FIELDS } from '@cairn/schema';
import * as z from 'zod';
import { bad, type Found, isObject, type Mapper, record } from './found.ts';
import { name, tagsOf, text, texts, time } from './loose.ts';
import { headerVersion, ownRecord, versionProblem } from './own.ts';
import { serverMemory } from './server-memory.ts';
import { SETTING_LISTS } from './settings.ts';

const KEPT = ['tags', 'pinned', ...NAME_FIELDS] as const;

export const createForeignMapper = (): Mapper => {
  let isOwn = false;
  let isFirst = true;
  const head: Record<string, unknown> = {};
  const takeHead = (value: unknown): readonly Found[] => {
    const version = headerVersion(value);
    isOwn ||= version !== null;
    const problem = versionProblem(version);
    return problem === null ? [] : [{ kind: 'broken', reason: problem }];
  };
  return {
    head: (member, value) => {
      head[member] = value;
      return takeHead(head);
    },
    take: (value, place, list) => {
      // Another program may use a member of that name for something else.
      if (!isOwn && list !== null && SETTING_LISTS.includes(list)) return [];
      if (!isOwn && list === 'relations') return serverMemory.take(value, place, list);
      const wasFirst = isFirst;
      isFirst = false;
      if (wasFirst && headerVersion(value) !== null) return takeHead(value);
      return [isOwn ? ownRecord(value, place) : foreignRecord(value, place)];
    },
  };
};

const foreignRecord = (value: unknown, place: string): Found => {
  if (typeof value === 'string') return record(place, { content: value });
  if (!isObject(value)) return bad(place, 'neither an object nor a text');
  if (isMem0(value)) return mem0Record(value, place);
  const content = value.content ?? value.memory ?? value.text;
  if (typeof content !== 'string') return bad(place, 'it has no text in "content", "memory" or "text"');
  return record(place, {
    content,
    ...Object.fromEntries(KEPT.map((one) => [one, value[one]])),
    createdAt: timeOf(value.createdAt ?? value.created_at),
  });
};

/** Returns a time. An unreadable one stays as written, so that the daemon names the mistake. Null if no time was given. */
const timeOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value !== 'number' || value === 0 ? null : (time.parse(value) ?? String(value));
};

const isMem0 = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value.memory === 'string' &&
  ['user_id', 'agent_id', 'run_id', 'metadata', 'categories', 'hash'].some((one) => one in value);

const mem0 = z.object({
  memory: z.string(),
  agent_id: name,
  run_id: name,
  categories: texts,
  metadata: z.object({ category: text }).nullish().catch(null),
  created_at: time,
});

/** Reads a record of mem0. [P: docs.mem0.ai, "Get memories" and "Export"] */
const mem0Record = (value: Readonly<Record<string, unknown>>, place: string): Found => {
  const parsed = mem0.safeParse(value);
  if (!parsed.success) return bad(place, 'not what mem0 writes');
  const { memory, agent_id, run_id, categories, metadata, created_at } = parsed.data;
  const tags = tagsOf([...categories, metadata?.category]);
  return record(place, {
    content: memory,
    agent: agent_id ?? 'mem0',
    session: run_id,
    createdAt: created_at,
    ...(tags.length === 0 ? {} : { tags }),
  });
};
