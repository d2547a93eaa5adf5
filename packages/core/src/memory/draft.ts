/** Input → a draft that holds every limit and has passed the guard, or a sentence that says what to do. [M-1, M-2, M-9, G-1] */
import {
  type CairnError,
  cairnError,
  err,
  LIMITS,
  ok,
  oneLine,
  type Result,
  type SaveInput,
  type Source,
  type Trust,
} from '@cairn/schema';
import { cleanText, countChars, countControls } from './clean-text.ts';
import { countOpen, guardText } from './guard.ts';
import { normaliseKey } from './normalise-key.ts';
import { normaliseTags, tagProblemSentence } from './normalise-tags.ts';

/** `undefined` was not said: a memory that replaces another inherits it. */
export interface MemoryDraft {
  readonly content: string;
  readonly tags: readonly string[] | undefined;
  readonly project: string | null | undefined;
  readonly pinned: boolean | undefined;
  readonly namespace: string | null | undefined;
  readonly key: string | null;
  readonly source: Source;
  readonly trust: Trust;
  readonly session: string | null;
  readonly agent: string | null;
  readonly turn: string | null;
  readonly warnings: readonly string[];
}

export type DraftInput = Omit<SaveInput, 'cwd' | 'supersedes'>;

/** M-10: where a key goes that names no namespace. */
export const DEFAULT_NAMESPACE = 'default';
const DEFAULT_SOURCE: Source = 'agent';

export const parseDraft = (input: DraftInput): Result<MemoryDraft, CairnError> => {
  const names = parseNames(input);
  if (!names.ok) return names;
  const tags = input.tags === undefined ? ok(undefined) : parseTags(input.tags);
  if (!tags.ok) return tags;
  const content = parseContent(input.content, names.value.key !== null);
  if (!content.ok) return content;
  const source = input.source ?? DEFAULT_SOURCE;
  const { key, namespace, project, session, agent, turn } = names.value;
  const labels = [key, namespace, project, session, agent].filter((name) => typeof name === 'string');
  const guarded = guardText(content.value, source, [...labels, ...(tags.value ?? [])]);
  if (!guarded.ok) return guarded;
  const { content: kept, trust } = guarded.value;
  const controls = countControls(input.content);
  const warnings = [...guarded.value.warnings, ...(controls === 0 ? [] : [leftOut(controls)])];
  return ok({
    content: kept,
    tags: tags.value,
    project,
    pinned: input.pin,
    namespace: key === null ? namespace : (namespace ?? DEFAULT_NAMESPACE),
    key,
    source,
    trust,
    session: session ?? null,
    agent: agent ?? null,
    turn: turn ?? null,
    warnings,
  });
};

const leftOut = (controls: number): string =>
  `Left out: ${controls} control ${controls === 1 ? 'character' : 'characters'}, such as NUL.`;

const invalid = (message: string): { readonly ok: false; readonly error: CairnError } =>
  err(cairnError('invalid_input', message));

const grouped = (count: number): string => count.toLocaleString('en-US');

/** Text that is marked private does not count towards the length. */
const parseContent = (raw: string, isKeyed: boolean): Result<string, CairnError> => {
  const cleaned = cleanText(raw);
  if (!cleaned.ok) {
    return invalid('The text holds half of a character (a lone surrogate). Send it as valid Unicode.');
  }
  const max = isKeyed ? LIMITS.keyedContentCharsMax : LIMITS.contentCharsMax;
  if (cleaned.value === '') {
    return invalid(`There is nothing to remember: the text is empty. Give 1 to ${grouped(max)} characters.`);
  }
  const chars = countOpen(cleaned.value);
  if (chars > max) {
    return invalid(
      `The text is ${grouped(chars)} characters long; the limit is ${grouped(max)}. Shorten it or save it as several memories.`,
    );
  }
  return cleaned;
};

export const parseTags = (raw: readonly string[]): Result<readonly string[], CairnError> => {
  const { tags, problem } = normaliseTags(raw);
  return problem === null ? ok(tags) : invalid(tagProblemSentence(problem));
};

interface Names {
  readonly key: string | null;
  readonly namespace: string | null | undefined;
  readonly project: string | null | undefined;
  readonly session: string | null | undefined;
  readonly agent: string | null | undefined;
  readonly turn: string | null | undefined;
}

const parseNames = (input: DraftInput): Result<Names, CairnError> => {
  const key = parseKey(input.key ?? null);
  if (!key.ok) return key;
  const namespace = parseNamespace(input.namespace);
  if (!namespace.ok) return namespace;
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  const session = parseName('session', input.session, LIMITS.sessionCharsMax);
  if (!session.ok) return session;
  const agent = parseName('agent', input.agent, LIMITS.agentCharsMax);
  if (!agent.ok) return agent;
  const turn = parseName('turn', input.turn, LIMITS.turnCharsMax);
  if (!turn.ok) return turn;
  return ok({
    key: key.value,
    namespace: namespace.value,
    project: project.value,
    session: session.value,
    agent: agent.value,
    turn: turn.value,
  });
};

/** Trimmed, of one line; an empty one is as good as none. */
export const parseName = (
  what: string,
  raw: string | null | undefined,
  charsMax: number,
): Result<string | null | undefined, CairnError> => {
  if (raw === undefined || raw === null) return ok(raw);
  const cleaned = cleanText(raw);
  if (!cleaned.ok) return invalid(`The ${what} holds half of a character. Send it as valid Unicode.`);
  const chars = countChars(cleaned.value);
  if (chars > charsMax) {
    return invalid(
      `The ${what} is ${grouped(chars)} characters long; the limit is ${grouped(charsMax)}. Shorten it.`,
    );
  }
  return ok(cleaned.value === '' ? null : oneLine(cleaned.value));
};

/** M-2 */
export const parseKey = (raw: string | null): Result<string | null, CairnError> => {
  if (raw === null) return ok(null);
  const name = parseName('key', raw, LIMITS.keyCharsMax);
  if (!name.ok) return name;
  const key = normaliseKey(name.value ?? '');
  if (key === '') return invalid('The key is empty. Use letters and digits, like "preferred-editor".');
  return ok(key);
};

/** Normalised like a key; `undefined` stays `undefined`. */
export const parseNamespace = (
  raw: string | null | undefined,
): Result<string | null | undefined, CairnError> => {
  const name = parseName('namespace', raw, LIMITS.namespaceCharsMax);
  if (!name.ok || typeof name.value !== 'string') return name;
  const namespace = normaliseKey(name.value);
  return namespace === ''
    ? invalid('The namespace is empty. Use letters and digits, like "tacit/style".')
    : ok(namespace);
};
