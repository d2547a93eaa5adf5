/**
 * Reads the exports of ChatGPT and Claude.ai. Conversations become transcripts. Claude.ai's memory and project texts become memories.
 * Both programs call the file `conversations.json`, so the shape of each value decides. [IM-1]
 */
import * as z from 'zod';
import { bad, type Found, type FoundSession, isObject, left, type Mapper, record, turn } from './found.ts';
import { block, flag, msOf, tagsOf, text, time } from './loose.ts';
import { notesIn } from './notes.ts';

export const isChat = (value: unknown): boolean =>
  isObject(value) && (isObject(value.mapping) || Array.isArray(value.chat_messages));
export const isClaudeProject = (value: unknown): boolean =>
  isObject(value) && typeof value.uuid === 'string' && Array.isArray(value.docs);
export const isClaudeMemory = (value: unknown): boolean =>
  isObject(value) && ('conversations_memory' in value || 'project_memories' in value);

export const chatExport: Mapper = {
  take: (value, place) => {
    if (!isObject(value)) return [bad(place, 'not an object')];
    if (isObject(value.mapping)) return chatGpt(value, place);
    if (Array.isArray(value.chat_messages)) return claudeAi(value, place);
    if (isClaudeProject(value)) return claudeProject(value, place);
    if (isClaudeMemory(value)) return claudeMemories(value, place);
    return [bad(place, 'neither a conversation, a project nor a memory')];
  },
};

const node = z.object({
  parent: text,
  message: z
    .object({
      id: text,
      author: z.object({ role: z.string() }),
      create_time: z.unknown().optional(),
      /** The tool that the message calls, or `all` for a message to the person. */
      recipient: text,
      content: z
        .object({ parts: z.array(z.unknown()).nullish().catch(null), text })
        .catch({ parts: null, text: null }),
      metadata: z.object({ is_visually_hidden_from_conversation: flag }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

const UNTIMED = 'a message without a time, in a conversation without one';

/** Reads the branch that was shown last. Edited versions are on other branches. */
const chatGpt = (value: Readonly<Record<string, unknown>>, place: string): readonly Found[] => {
  const id = value.conversation_id ?? value.id;
  const mapping = isObject(value.mapping) ? value.mapping : {};
  if (typeof id !== 'string') return [bad(place, 'a conversation without an id')];
  const began = msOf(value.create_time);
  const session = sessionOf(`chatgpt-${id}`, value.title, 'ChatGPT');
  const path = branch(mapping, lastNode(mapping, value.current_node));
  if (path.length === 0) return [bad(place, 'a conversation without its last message')];
  const found: Found[] = [];
  let at = began;
  for (const { message } of path) {
    if (message === null || message === undefined) continue;
    const spoken = [...(message.content.parts ?? []), message.content.text]
      .flatMap(wordsOf)
      .join('\n\n')
      .trim();
    const role = message.author.role;
    const isShown =
      (message.recipient ?? 'all') === 'all' &&
      message.metadata?.is_visually_hidden_from_conversation !== true;
    if ((role !== 'user' && role !== 'assistant') || spoken === '' || !isShown) {
      found.push(left('messages of tools and settings'));
      continue;
    }
    at = msOf(message.create_time) ?? at;
    found.push(
      at === null
        ? bad(place, UNTIMED)
        : turn(place, session, { id: message.id ?? null, author: role, text: spoken, at }),
    );
  }
  return found;
};

/** Returns the words of a part. What was said aloud is an object with a text, beside the sound. */
const wordsOf = (part: unknown): readonly string[] => {
  const words = isObject(part) && part.content_type === 'audio_transcription' ? part.text : part;
  return typeof words === 'string' ? [words] : [];
};

const sessionOf = (id: string, title: unknown, unnamed: string): FoundSession => ({
  ...{ id, name: typeof title === 'string' && title.trim() !== '' ? title : unnamed, cwd: null },
});

type Mapping = Readonly<Record<string, unknown>>;

/** Returns the end of the branch that was shown last: the named node, or else the newest node that has no answer. */
const lastNode = (mapping: Mapping, named: unknown): string | null => {
  if (typeof named === 'string' && Object.hasOwn(mapping, named)) return named;
  const parentOf = (id: string) => fieldOf(mapping[id], 'parent');
  const answered = new Set(Object.keys(mapping).map(parentOf));
  const timeAt = (id: unknown): number | null =>
    typeof id === 'string' ? msOf(fieldOf(fieldOf(mapping[id], 'message'), 'create_time')) : null;
  let last: { readonly id: string; readonly at: number } | null = null;
  for (const id of Object.keys(mapping)) {
    if (answered.has(id)) continue;
    const at = timeAt(id) ?? timeAt(parentOf(id)) ?? 0;
    if (last === null || at >= last.at) last = { id, at };
  }
  return last?.id ?? null;
};

const fieldOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

const branch = (mapping: Mapping, last: string | null): z.infer<typeof node>[] => {
  const path: z.infer<typeof node>[] = [];
  const seen = new Set<string>();
  for (let at = last; at !== null && !seen.has(at) && Object.hasOwn(mapping, at); ) {
    seen.add(at);
    const parsed = node.safeParse(mapping[at]);
    if (!parsed.success) break;
    path.push(parsed.data);
    at = parsed.data.parent ?? null;
  }
  return path.reverse();
};

const chatMessage = z.object({
  uuid: text,
  sender: z.string(),
  text,
  content: z.array(block).nullish().catch(null),
  created_at: z.unknown().optional(),
  attachments: z
    .array(
      z
        .object({ file_name: text, extracted_content: text })
        .catch({ file_name: null, extracted_content: null }),
    )
    .nullish()
    .catch(null),
});

const claudeAi = (value: Readonly<Record<string, unknown>>, place: string): readonly Found[] => {
  const { uuid: id, chat_messages: messages } = value;
  if (typeof id !== 'string' || !Array.isArray(messages)) return [bad(place, 'a conversation without an id')];
  const session = sessionOf(`claude-ai-${id}`, value.name, 'Claude.ai');
  const began = msOf(value.created_at);
  return messages.map((one): Found => {
    const parsed = chatMessage.safeParse(one);
    if (!parsed.success) return bad(place, 'a message without a sender');
    const { data } = parsed;
    const blocks = (data.content ?? []).flatMap((part) => (part.type === 'text' ? (part.text ?? []) : []));
    const files = (data.attachments ?? []).flatMap(({ file_name, extracted_content }) =>
      extracted_content ? [`[${file_name ?? 'attachment'}]\n${extracted_content}`] : [],
    );
    const words = [blocks.length === 0 ? (data.text ?? '') : blocks.join('\n\n'), ...files]
      .join('\n\n')
      .trim();
    if (words === '') return left('messages without text');
    const at = msOf(data.created_at) ?? began;
    if (at === null) return bad(place, UNTIMED);
    const author = data.sender === 'human' ? 'user' : data.sender;
    return turn(place, session, { id: data.uuid ?? null, author, text: words, at });
  });
};

const AGENT = 'claude.ai';
const project = z.object({
  name: text,
  description: text,
  prompt_template: text,
  docs: z.array(z.unknown()),
});
const projectDocument = z.object({ filename: text, content: z.string(), created_at: time });

const claudeProject = (value: unknown, place: string): readonly Found[] => {
  const parsed = project.safeParse(value);
  if (!parsed.success) return [bad(place, 'a project without documents')];
  const { name, description, prompt_template, docs } = parsed.data;
  const told = [description, prompt_template].flatMap((words) => (words ? notesIn(words, place) : []));
  const documents = docs.flatMap((one): readonly Found[] => {
    const doc = projectDocument.safeParse(one);
    if (!doc.success) return [bad(place, 'a document without its text')];
    const { filename, content, created_at } = doc.data;
    return [record(place, { content, tags: tagsOf([name, filename]), createdAt: created_at, agent: AGENT })];
  });
  return [...told.map((found) => fromClaude(found, [name])), ...documents];
};

/** Reads the fields that are texts, and the texts of fields that are objects. Skips ids of accounts and projects, and times. */
const claudeMemories = (value: Readonly<Record<string, unknown>>, place: string): readonly Found[] =>
  Object.entries(value).flatMap(([field, held]): readonly Found[] => {
    if (/uuid|_id$|_at$/.test(field)) return [];
    if (isObject(held)) return Object.values(held).flatMap((one) => claudeTexts(one, place));
    return claudeTexts(held, place);
  });

/** A line in bold letters is the heading of what follows. */
const BOLD_LINE = /^\*\*([^*\n]+)\*\*:?[ \t]*$/gm;

const claudeTexts = (held: unknown, place: string): readonly Found[] =>
  typeof held === 'string'
    ? notesIn(held.replace(BOLD_LINE, '# $1'), place).map((found) => fromClaude(found, []))
    : [];

const fromClaude = (found: Found, tags: readonly (string | null | undefined)[]): Found => {
  if (found.kind !== 'record') return found;
  const own = Array.isArray(found.record.tags)
    ? found.record.tags.filter((tag) => typeof tag === 'string')
    : [];
  return record(found.place, { ...found.record, tags: tagsOf([...own, ...tags]), agent: AGENT });
};
