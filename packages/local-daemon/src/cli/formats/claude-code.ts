/**
 * Reads Claude Code's transcripts: one JSON object a line. Takes prompts and answers. Leaves out tool results, thoughts, copies of files
 * and command output. The folder is read from the lines, because the name of the file's folder is lossy. A prompt that was sent while the
 * agent worked is an attachment. [IM-1]
 */
import * as z from 'zod';
import { bad, datedName, type Found, isObject, left, type Mapper, turn } from './found.ts';
import { block, flag, msOf, text } from './loose.ts';

const line = z.object({
  type: z.enum(['user', 'assistant']),
  uuid: text,
  sessionId: z.string().min(1),
  timestamp: z.string(),
  cwd: text,
  isMeta: flag,
  isSidechain: flag,
  isCompactSummary: flag,
  isApiErrorMessage: flag,
  message: z.object({ content: z.unknown().optional() }),
});

const TYPES = new Set(['user', 'assistant', 'system', 'summary', 'custom-title', 'ai-title', 'attachment']);

export const isClaudeCode = (value: unknown): boolean =>
  isObject(value) &&
  (isPromptOfAll(value) ||
    (typeof value.type === 'string' &&
      ((TYPES.has(value.type) && ('sessionId' in value || 'leafUuid' in value)) ||
        value.type === 'file-history-snapshot' ||
        value.type === 'queue-operation' ||
        isState(value))));

/** A line such as `permission-mode`, with which a file may begin. Every version adds types. Another program's memory has a text. */
const isState = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value.sessionId === 'string' && !['content', 'text', 'memory'].some((name) => name in value);

/** A line of `history.jsonl`, which repeats the prompts of all sessions. */
const isPromptOfAll = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value.display === 'string' && isObject(value.pastedContents);

/** Recognises, by its beginning, a line without conversation. Such lines are most of a file's bytes. */
export const isLeftOut = (line: string): boolean => line.startsWith('{"type":"file-history-snapshot"');

export const createClaudeCodeMapper = (): Mapper => {
  let session: string | null = null;
  const folders = new Map<string, string | null>();
  /** Sessions that a person named. The program's own title comes again after that. */
  const named = new Set<string>();

  const said = (value: unknown, place: string): readonly Found[] => {
    const parsed = line.safeParse(value);
    if (!parsed.success) return [bad(place, 'a turn without session, time or content')];
    const { data } = parsed;
    const at = msOf(data.timestamp);
    if (at === null) return [bad(place, 'a turn whose time is no time')];
    session = data.sessionId;
    // A session belongs to the folder where it began.
    if (!folders.has(session)) folders.set(session, data.cwd ?? null);
    const cwd = folders.get(session) ?? null;
    if (data.isSidechain === true) return [left('turns of subagents')];
    if (data.isMeta === true || data.isCompactSummary === true || data.isApiErrorMessage === true)
      return [left('turns that the program made')];
    const { words, others } = wordsOf(data.message.content);
    const spoken = withoutEnvelopes(words);
    const rest = others === 0 ? [] : [left('calls and results of tools, thoughts and images', others)];
    if (spoken === '') return words === '' ? rest : [...rest, left('turns that the program made')];
    const of = { id: `claude-code:${session}`, name: datedName('Claude Code', data.timestamp), cwd };
    return [...rest, turn(place, of, { id: data.uuid ?? null, author: data.type, text: spoken, at })];
  };

  return {
    take: (value, place) => {
      if (!isObject(value)) return [bad(place, 'not an object')];
      if (value.type === 'user' || value.type === 'assistant') return said(value, place);
      const queued = queuedPrompt(value.attachment);
      if (queued !== null) return said({ ...value, type: 'user', message: { content: queued } }, place);
      const title = titleOf(value);
      const id = typeof value.sessionId === 'string' ? value.sessionId : session;
      const isNamed = id !== null && value.type === 'ai-title' && named.has(id);
      if (title !== null && id !== null && value.type === 'custom-title') named.add(id);
      if (title !== null && id !== null && !isNamed)
        return [{ kind: 'title', session: { id: `claude-code:${id}`, name: title, cwd: null }, title }];
      return [left('lines about files, settings and titles')];
    },
  };
};

/** Returns the content of a prompt that a person sent while the agent worked; null for any other attachment. */
const queuedPrompt = (attachment: unknown): unknown => {
  if (!isObject(attachment) || attachment.type !== 'queued_command') return null;
  const { commandMode = 'prompt', origin, prompt = null } = attachment;
  const isHuman = !isObject(origin) || origin.kind === undefined || origin.kind === 'human';
  return commandMode === 'prompt' && isHuman ? prompt : null;
};

const titleOf = (value: Readonly<Record<string, unknown>>): string | null => {
  const title =
    value.type === 'custom-title' ? value.customTitle : value.type === 'ai-title' ? value.aiTitle : null;
  return typeof title === 'string' && title.trim() !== '' ? title : null;
};

const wordsOf = (content: unknown): { readonly words: string; readonly others: number } => {
  if (typeof content === 'string') return { words: content, others: 0 };
  if (!Array.isArray(content)) return { words: '', others: 1 };
  const texts = content.flatMap((one) => {
    const { type, text: words } = block.parse(one);
    return type === 'text' ? (words ?? []) : [];
  });
  return { words: texts.join('\n\n'), others: content.length - texts.length };
};

/** What the program adds to a prompt: its tag, in which the words stand. */
const ADDED = /<(system-reminder|ide_opened_file|ide_selection)>/g;
/** Text that the program writes in place of a prompt. */
const ENVELOPE =
  /^\s*(?:<(?:command-name|command-message|command-args|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|task-notification|user-memory-input)>|\[Request interrupted by user|Caveat: The messages below were generated by the user while running local commands)/;

/** Removes what the program added. A tag without an end was typed by a person, so it stays. */
const withoutAdded = (words: string): string => {
  let kept = '';
  let from = 0;
  const endless = new Set<string>();
  for (const { 0: tag, 1: name = '', index } of words.matchAll(ADDED)) {
    if (index < from || endless.has(name)) continue;
    const close = `</${name}>`;
    const end = words.indexOf(close, index + tag.length);
    if (end < 0) {
      endless.add(name);
      continue;
    }
    kept += words.slice(from, index);
    from = end + close.length;
  }
  return kept + words.slice(from);
};

/** Returns a command with what a person wrote behind it, as the hook hears it; empty if nothing is behind it. */
const commandIn = (words: string): string => {
  const told = within(words, 'command-args');
  return told === '' ? '' : `${within(words, 'command-name')} ${told}`.trim();
};

const within = (words: string, tag: string): string => {
  const start = words.indexOf(`<${tag}>`);
  const end = words.lastIndexOf(`</${tag}>`);
  return start < 0 || end < start ? '' : words.slice(start + tag.length + 2, end).trim();
};

const withoutEnvelopes = (words: string): string => {
  const bare = withoutAdded(words);
  return ENVELOPE.test(bare) ? commandIn(bare) : bare.trim();
};
