/** The tool `memory_get`. [M-3, M-10, M-13] */
import { type Answer, defuse, type FenceKey, quoteForContext, quoteName } from '@cairn/core';
import {
  type Checked,
  type GetResult,
  type Memory,
  NAME_FIELDS,
  type NameField,
  ok,
  recordOf,
  refuse,
  refuseInput,
  type WhyMemory,
} from '@cairn/schema';
import * as z from 'zod';
import type { Memories } from '../../services/memories.ts';
import type { CallerFacts } from '../caller.ts';
import { dataBlock, shownMemorySchema } from '../memory-text.ts';
import { GLOBAL, PROJECT_OF_KEY_HELP, whichProject } from '../which-project.ts';
import { defineTool, optionalText } from './tool.ts';

/** Name fields that a model is shown. A session is an id of the host and useless to a model. */
type ShownName = Exclude<NameField, 'session'>;
const SHOWN_NAMES = NAME_FIELDS.filter((name): name is ShownName => name !== 'session');

/** How a model names a memory: by its id, or by its key. */
export const nameInput = {
  id: z.string().optional(),
  key: z.string().optional().describe('instead of id'),
  namespace: z.string().optional().describe('of the key; all of them unless given'),
  project: z.string().optional().describe(PROJECT_OF_KEY_HELP),
};
type Asked = z.infer<z.ZodObject<typeof nameInput>>;

export const get = defineTool({
  name: 'memory_get',
  title: 'Read one memory',
  description:
    'Read one memory in full, with where it comes from, by the id from memory_search, by its key, or by a line of a context block: asked why something is known, this tells in which sentence it was learned. An id that was superseded leads to the memory that replaced it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...nameInput,
    line: z.string().optional().describe('instead of id: a line that you were given, whole or a part'),
  }),
  output: z.object({
    id: z.string(),
    content: shownMemorySchema.shape.content,
    tags: z.array(z.string()),
    ...recordOf(SHOWN_NAMES, () => z.string().optional()),
    pinned: z.boolean(),
    source: z.string(),
    device: z.string(),
    trust: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    learned: optionalText('the sentence of a session that taught it, and when; quoted data'),
  }),
  async run({ memories, fence }, { line, ...asked }, caller) {
    const found =
      line === undefined ? await named(memories, asked, caller) : await behindLine(memories, line, asked);
    if (!found.ok) return found;
    const structured = fullMemory(found.value);
    return ok({ structured, text: textOf(structured, fence) });
  },
});

const named = async (memories: Memories, asked: Asked, caller: CallerFacts): Answer<WhyMemory> => {
  const name = nameOf(asked);
  if (!name.ok) return name;
  const found =
    name.value.id === null
      ? await keyed(memories, name.value, asked.project, caller)
      : await memories.get(name.value.id);
  if (!found.ok) return found;
  const { memory } = found.value;
  const why = await memories.why({ text: memory.id });
  return ok((why.ok ? why.value.memories[0] : undefined) ?? untold(found.value));
};

/** Without a project argument, the value of the session's project comes first, then the one of no project. [M-10] */
const keyed = async (
  memories: Memories,
  { key, namespace }: Pick<Extract<Name, { id: null }>, 'key' | 'namespace'>,
  project: string | undefined,
  caller: CallerFacts,
): Answer<GetResult> => {
  const place = whichProject(caller, project, 'search');
  const global = whichProject(caller, GLOBAL, 'search');
  if (!place.ok) return place;
  if (!global.ok) return global;
  const isNamed = project !== undefined || place.value.project === undefined;
  for (const one of isNamed ? [place.value] : [place.value, global.value]) {
    const there = await memories.getByKey(key, namespace, one, true);
    if (there.ok || there.error.kind !== 'not_found' || project !== undefined) return there;
  }
  return memories.getByKey(key, namespace, place.value);
};

const untold = (found: GetResult): WhyMemory => ({
  ...found,
  match: 'id',
  said: null,
  notSaid: 'no_session',
});

/** Returns the memory behind a line, or a sentence that says why there is none. [M-13] */
const behindLine = async (
  memories: Memories,
  line: string,
  { id, key, namespace }: Asked,
): Answer<WhyMemory> => {
  if ([id, key, namespace].some((one) => one !== undefined))
    return refuseInput('Give either line, or id, or key.');
  const found = await memories.why({ text: line });
  if (!found.ok) return found;
  const [best] = found.value.memories;
  if (best !== undefined) return ok(best);
  const what =
    found.value.profile === null
      ? 'It was said in a session, and no memory was made of it.'
      : 'The user set it for every agent: it is part of their profile, and no memory.';
  return refuse('not_found', `No memory says that. ${what}`);
};

type Name =
  | { readonly id: string; readonly key: null; readonly namespace: null }
  | { readonly id: null; readonly key: string; readonly namespace: string | null };

/** Parses the name of a memory: either an id or a key. */
export const nameOf = ({ id, key, namespace }: Asked): Checked<Name> => {
  if (id !== undefined && key === undefined) return ok({ id: id.trim(), key: null, namespace: null });
  if (key !== undefined && id === undefined) return ok({ id: null, key, namespace: namespace ?? null });
  return refuseInput('Give either id (memory_search shows it) or key, with or without namespace.');
};

const fullMemory = ({ memory, said }: WhyMemory) => ({
  id: memory.id,
  content: defuse(memory.content),
  tags: memory.tags.map(quoteName),
  ...shownNames(memory),
  pinned: memory.pinned,
  source: memory.source,
  device: quoteName(memory.device.name),
  trust: memory.trust,
  createdAt: memory.createdAt,
  updatedAt: memory.updatedAt,
  ...(said === null ? {} : { learned: `${said.role}, ${said.at}: “${quoteForContext(said.sentence)}”` }),
});

const shownNames = (memory: Memory): { readonly [N in ShownName]?: string } => {
  const shown: { [N in ShownName]?: string } = {};
  for (const name of SHOWN_NAMES) if (memory[name] !== null) shown[name] = quoteName(memory[name]);
  return shown;
};

const textOf = (memory: ReturnType<typeof fullMemory>, fence: FenceKey): string => {
  const { content, tags, pinned, ...rest } = memory;
  const facts = Object.entries({
    ...rest,
    ...(tags.length === 0 ? {} : { tags: tags.join(', ') }),
    ...(pinned ? { pinned: 'yes' } : {}),
  });
  return dataBlock([content, '', ...facts.map(([name, value]) => `${name}: ${value}`)], fence);
};
