/** Recognises the format of a JSON value by its content, whatever the caller says it is. [RL-33] */
import type { ImportFormat } from '../format-names.ts';
import { isChat, isClaudeMemory, isClaudeProject } from './chat-exports.ts';
import { isClaudeCode } from './claude-code.ts';
import { isClaudeMem } from './claude-mem.ts';
import { isCodex } from './codex.ts';
import { isCopilot } from './copilot.ts';
import { isObject } from './found.ts';
import { isGemini, isGeminiMessage } from './gemini.ts';
import { isOpencodeMessage } from './opencode.ts';
import { headerVersion } from './own.ts';
import { isQwen } from './qwen.ts';
import { isServerMemory } from './server-memory.ts';

type Test = (value: unknown, list: string | null) => boolean;

const isChatGpt: Test = (value) => isChat(value) && isObject(value) && isObject(value.mapping);
const isClaudeAi: Test = (value) =>
  (isChat(value) && !isChatGpt(value, null)) || isClaudeProject(value) || isClaudeMemory(value);
const hasText: Test = (value) =>
  isObject(value) && [value.content, value.memory, value.text].some((one) => typeof one === 'string');

/** The most special formats come first, because several of them also have a text. */
const TESTS: readonly (readonly [ImportFormat, Test])[] = [
  ['server-memory', isServerMemory],
  ['qwen', isQwen],
  ['claude-code', isClaudeCode],
  ['codex', isCodex],
  ['copilot', isCopilot],
  ['gemini', (value) => isGemini(value) || isGeminiMessage(value)],
  ['opencode', (value, list) => list === 'messages' && isOpencodeMessage(value)],
  ['claude-mem', isClaudeMem],
  ['chatgpt', isChatGpt],
  ['claude-ai', isClaudeAi],
  ['mem0', (value) => isObject(value) && typeof value.memory === 'string'],
  ['json', (value, list) => headerVersion(value) !== null || hasText(value, list)],
];

export const formatOf = (value: unknown, list: string | null): ImportFormat | null =>
  TESTS.find(([, test]) => test(value, list))?.[0] ?? null;

export const FORMAT_SAID: Readonly<Record<ImportFormat, string>> = {
  ndjson: 'memories in JSON',
  json: 'memories in JSON',
  md: 'notes in Markdown',
  'server-memory': 'the graph of the reference memory server',
  'basic-memory': 'a note of basic-memory',
  mem0: 'an export of mem0',
  'claude-mem': 'an export of claude-mem',
  'claude-code': 'a transcript of Claude Code',
  codex: 'a transcript of Codex',
  opencode: 'a session of OpenCode',
  cursor: 'the database of Cursor',
  gemini: 'a chat of Gemini CLI',
  qwen: 'a chat of Qwen Code',
  copilot: 'a session of Copilot CLI',
  chatgpt: 'an export of ChatGPT',
  'claude-ai': 'an export of Claude.ai',
  ctx0: 'the database of ctx0',
  navi: 'the database of Navi',
  nebo: 'the database of Nebo',
  oxydra: 'the database of Oxydra',
};

/** Returns a sentence without a full stop. */
export const notOf = (from: ImportFormat, looks: ImportFormat | null): string =>
  looks === null
    ? `this is not ${FORMAT_SAID[from]}`
    : `this looks like ${FORMAT_SAID[looks]}, not like ${FORMAT_SAID[from]}: --from ${looks} reads it`;
