/**
 * Workspace files that replace missing settings: SOUL.md for the agent, AGENTS.md for the rules, MEMORY.md for known
 * facts. HEARTBEAT.md is in no prompt. [CX-2]
 */
import { LIMITS } from '@cairn/schema';
import { withoutSecrets } from '../memory/guard.ts';
import { findInjection } from '../memory/guard-injection.ts';
import { grouped } from '../memory/invalid-input.ts';
import { defuse, quoteForContext } from './fence.ts';

export const WORKSPACE_FILES = ['AGENTS.md', 'MEMORY.md', 'SOUL.md'] as const;
export type WorkspaceFile = (typeof WORKSPACE_FILES)[number];
export const HEARTBEAT_FILE = 'HEARTBEAT.md';

/** The files that were read. A missing file has no entry. */
export type WorkspaceTexts = Readonly<Partial<Record<WorkspaceFile, string>>>;

export interface GuardedFile {
  /** Null when the file has no usable text. */
  readonly text: string | null;
  readonly notes: readonly string[];
}

/** Returns instructions whole, or not at all when they imitate the system's. */
export const orderFile = (name: WorkspaceFile, raw: string | undefined): GuardedFile => {
  const { text, notes } = readable(name, raw);
  if (text === '') return { text: null, notes };
  const injection = findInjection(text);
  if (injection?.level === 'hard')
    return { text: null, notes: [...notes, `${name} was left out: it holds ${injection.what}.`] };
  return { text: defuse(text), notes };
};

/** Returns facts, each line as data. Lines that read like instructions are left out. */
export const factFile = (name: WorkspaceFile, raw: string | undefined): GuardedFile => {
  const { text, notes } = readable(name, raw);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const kept = lines.filter((line) => findInjection(line) === null).map(quoteForContext);
  const left = lines.length - kept.length;
  return {
    text: kept.length === 0 ? null : kept.join('\n'),
    notes: left === 0 ? notes : [...notes, `${left} lines of ${name} were left out: they read like orders.`],
  };
};

const readable = (
  name: string,
  raw: string | undefined,
): { readonly text: string; readonly notes: string[] } => {
  const whole = (raw ?? '').replace(/\r\n?/g, '\n').trim();
  const first = firstChars(whole);
  const text = withoutSecrets(first).trim();
  if (first === whole) return { text, notes: [] };
  return {
    text,
    notes: [`${name} was cut after ${grouped(LIMITS.promptFileCharsMax)} characters.`],
  };
};

/** Takes whole lines up to the limit, or a part of a first line that is longer, before any pattern runs on the text. */
const firstChars = (text: string): string => {
  if (text.length <= LIMITS.promptFileCharsMax) return text;
  const cut = text.slice(0, LIMITS.promptFileCharsMax).toWellFormed();
  const end = cut.lastIndexOf('\n');
  return end < 1 ? cut : cut.slice(0, end);
};

/** Returns the open items of the file's lists: `- [ ] look at the build`, `* water the plants`, `1. …`. */
export const heartbeatTasks = (raw: string): readonly string[] =>
  withoutSecrets(firstChars(raw).replace(/<!--[\s\S]*?(?:-->|$)/g, ''))
    .split(/\r\n?|\n/)
    .flatMap((line) => {
      const task = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[( |x|X)\]\s+)?(\S.*)$/.exec(line);
      return task === null || task[1]?.trim() ? [] : (task[2] ?? '');
    })
    .filter((task) => findInjection(task) === null)
    .map(quoteForContext)
    .filter((task) => task !== '')
    .slice(0, LIMITS.heartbeatTasksMax);
