/** The formats of JSON values: what recognises each by its content, whatever the caller says it is, and what reads it. [RL-33] */
import { FORMAT_SAID, type ImportFormat } from '../format-names.ts';
import { chatExport, isChat, isClaudeMemory, isClaudeProject } from './chat-exports.ts';
import { createClaudeCodeMapper, isClaudeCode } from './claude-code.ts';
import { claudeMem, isClaudeMem } from './claude-mem.ts';
import { createCodexMapper, isCodex } from './codex.ts';
import { createCopilotMapper, isCopilot } from './copilot.ts';
import { createForeignMapper } from './foreign.ts';
import { isObject, type Mapper } from './found.ts';
import { createGeminiMapper, isGemini, isGeminiMessage } from './gemini.ts';
import { createOpencodeMapper, isOpencodeMessage } from './opencode.ts';
import { headerVersion } from './own.ts';
import { createQwenMapper, isQwen } from './qwen.ts';
import { isMem0Relation, isServerMemory, serverMemory } from './server-memory.ts';

type Test = (value: unknown, list: string | null) => boolean;

const isChatGpt: Test = (value) => isChat(value) && isObject(value) && isObject(value.mapping);
const isClaudeAi: Test = (value) =>
  (isChat(value) && !isChatGpt(value, null)) || isClaudeProject(value) || isClaudeMemory(value);
const hasText: Test = (value) =>
  isObject(value) && [value.content, value.memory, value.text].some((one) => typeof one === 'string');

/** Facts about a file besides its content. */
export interface FileFacts {
  /** The file's name, for a session that no line names. */
  readonly name: string;
  /** The folder for a chat that names none itself; null if it is unknown. */
  readonly folder: () => string | null;
}

/**
 * What recognises a value, and what reads the file. The most special formats come first, because several of them also have a text. Other
 * modules read notes and the rows of databases. A JSON file that is said to be one is read by its content.
 */
const FORMATS: readonly (readonly [ImportFormat, Test, (file: FileFacts) => Mapper])[] = [
  ['server-memory', isServerMemory, () => serverMemory],
  ['qwen', isQwen, createQwenMapper],
  ['claude-code', isClaudeCode, createClaudeCodeMapper],
  ['codex', isCodex, ({ name }) => createCodexMapper(sessionByName(name))],
  ['copilot', isCopilot, ({ name }) => createCopilotMapper(sessionByName(name))],
  [
    'gemini',
    (value) => isGemini(value) || isGeminiMessage(value),
    ({ folder }) => createGeminiMapper(folder),
  ],
  ['opencode', (value, list) => list === 'messages' && isOpencodeMessage(value), createOpencodeMapper],
  ['claude-mem', isClaudeMem, () => claudeMem],
  ['chatgpt', isChatGpt, () => chatExport],
  ['claude-ai', isClaudeAi, () => chatExport],
  [
    'mem0',
    (value, list) => isObject(value) && (typeof value.memory === 'string' || isMem0Relation(value, list)),
    createForeignMapper,
  ],
  ['json', (value, list) => headerVersion(value) !== null || hasText(value, list), createForeignMapper],
];

export const formatOf = (value: unknown, list: string | null): ImportFormat | null =>
  FORMATS.find(([, isSuch]) => isSuch(value, list))?.[0] ?? null;

export const mapperOf = (format: ImportFormat, file: FileFacts): Mapper =>
  (FORMATS.find(([one]) => one === format)?.[2] ?? createForeignMapper)(file);

/** "rollout-2026-01-31T10-00-00-UUID.jsonl" → the UUID. Other names only lose their ending. */
const sessionByName = (name: string): string => {
  const base = (name.split(/[\\/]/).at(-1) ?? name).replace(/\.[a-z]+$/i, '');
  return /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.exec(base)?.[0] ?? base;
};

/** Returns a sentence without a full stop. */
export const notOf = (from: ImportFormat, looks: ImportFormat | null): string =>
  looks === null
    ? `this is not ${FORMAT_SAID[from]}`
    : `this looks like ${FORMAT_SAID[looks]}, not like ${FORMAT_SAID[from]}: --from ${looks} reads it`;
