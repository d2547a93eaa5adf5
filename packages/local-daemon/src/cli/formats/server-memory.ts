/**
 * Reads the reference memory server's graph, and the relations of mem0's. An observation becomes a memory that names its entity, a relation becomes a sentence. The
 * file has one JSON object a line, or one document with the lists `entities` and `relations`, as the tool `read_graph` answers. [IM-1]
 */
import * as z from 'zod';
import { bad, type Found, isObject, type Mapper, record } from './found.ts';
import { tagsOf, text, texts } from './loose.ts';

const entity = z.object({ name: z.string(), entityType: text, observations: texts });
const relation = z.object({ from: z.string(), to: z.string(), relationType: z.string() });
/** mem0 calls the end `target` in lists and `destination` in answers to a search. [P: docs.mem0.ai, "Graph memory"] */
const mem0Relation = z
  .object({ source: z.string(), relationship: z.string(), target: text, destination: text })
  .transform(({ source, relationship, target, destination }, context) => {
    const to = target ?? destination ?? null;
    if (to !== null) return { from: source, to, relationType: relationship };
    context.addIssue('a relation without its end');
    return z.NEVER;
  });

/** Returns true for an entity or a relation. The document's list or the line's `type` names the kind. */
export const isServerMemory = (value: unknown, list: string | null): boolean => {
  const kind = isObject(value) ? (list ?? value.type) : null;
  if (kind === 'entity' || kind === 'entities') return entity.safeParse(value).success;
  return (kind === 'relation' || kind === 'relations') && relation.safeParse(value).success;
};

export const isMem0Relation = (value: unknown, list: string | null): boolean =>
  list === 'relations' && mem0Relation.safeParse(value).success;

export const serverMemory: Mapper = {
  take: (value, place, list) => {
    const kind = list ?? (isObject(value) ? value.type : null);
    if (kind === 'entity' || kind === 'entities') return entityRecords(value, place);
    if (kind === 'relation' || kind === 'relations') return [relationRecord(value, place)];
    return [bad(place, 'neither an entity nor a relation')];
  },
};

const AGENT = 'server-memory';

const entityRecords = (value: unknown, place: string): readonly Found[] => {
  const parsed = entity.safeParse(value);
  if (!parsed.success) return [bad(place, 'an entity without a name')];
  const { name, entityType, observations } = parsed.data;
  const tags = tagsOf([entityType, name]);
  const said = observations.map((one) => `${name}: ${one}`);
  const contents = said.length === 0 && entityType ? [`${name}: ${spoken(entityType)}`] : said;
  return contents.map((content) => record(place, { content, tags, agent: AGENT }));
};

const relationRecord = (value: unknown, place: string): Found => {
  const own = relation.safeParse(value);
  const parsed = own.success ? own : mem0Relation.safeParse(value);
  if (!parsed.success) return bad(place, 'a relation that lacks an end or its name');
  const { from, to, relationType } = parsed.data;
  const content = `${from} ${spoken(relationType)} ${to}`;
  return record(place, {
    content,
    tags: tagsOf(['relation', from, to]),
    agent: own.success ? AGENT : 'mem0',
  });
};

/** "works_at" → "works at" */
const spoken = (name: string): string => name.replaceAll('_', ' ');
