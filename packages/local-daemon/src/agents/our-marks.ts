/** Recognises Cairn's entries in the settings of agents, written by any version. [IN-3] */

import { isRecord } from '@cairn/schema';
import type { JsonItem } from './edit/json-pieces.ts';
import type { HookKind, HookNames } from './hook-event.ts';
import type { InstallWish, Launcher } from './installer.ts';

/** Name of the server in agents' settings. */
export const SERVER = 'cairn';

const wordsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string');

/**
 * Whether a server is Cairn's: `…/bin/cairn mcp`, `node …/cairn.cjs mcp` or `node …/mcp.cjs mcp`. The words are in
 * `command` and `args`, or in one list.
 */
export const isOurServer = (value: unknown): boolean => {
  if (!isRecord(value)) return false;
  const words = [...wordsOf(value.command), ...wordsOf(value.args)];
  return (
    words.at(-1) === 'mcp' &&
    words.slice(0, -1).some((word) => /(?:^|[\\/])(?:cairn(?:\.cmd|\.cjs)?|mcp\.cjs)$/.test(word))
  );
};

/** Whether a command is Cairn's: it ends with `cairn hook AGENT EVENT`. `cairn.cmd`, `cairn.cjs` and `cli.cjs` count too. */
export const isOurCommand = (agent: string, text: unknown): boolean =>
  typeof text === 'string' &&
  new RegExp(String.raw`(?:cairn(?:\.cmd|\.cjs)?|cli\.cjs)["']? hook ${agent} [a-z-]+["']?\s*$`).test(text);

/** Returns `command`, `args` and, if needed, `env`: the shape of most agents. */
export const serverEntry = ({ launcher }: InstallWish) => {
  const [command = '', ...args] = launcher.mcp;
  return { command, args, ...(Object.keys(launcher.env).length === 0 ? {} : { env: launcher.env }) };
};

export const serverItem = (
  path: string,
  value: Extract<JsonItem, { kind: 'property' }>['value'],
): JsonItem => ({
  kind: 'property',
  path: [path],
  key: SERVER,
  value,
  isOurs: isOurServer,
});

export const hookCommand = ({ launcher, place }: InstallWish, agent: string, kind: HookKind): string => {
  const isWindows = place.platform === 'win32';
  const quote = isWindows ? quoteForWindows : quoteForShell;
  const settings = Object.entries(launcher.env).map(([name, value]) => `${name}=${value}`);
  const words = isWindows
    ? withSettings(launcher)
    : [...(settings.length === 0 ? [] : ['env', ...settings]), ...ifThere(launcher), ...launcher.hook];
  return [...words, 'hook', agent, kind].map(quote).join(' ');
};

/**
 * Adds the variables to the words on Windows, where the shell may be cmd, PowerShell or Git's. They share no way to set one, so Node
 * runs a line first. Its letters mean the same to all of them.
 */
const withSettings = ({ hook: [node = '', ...program], env }: Launcher): readonly string[] => {
  const lines = Object.entries(env).map(
    ([name, value]) => `process.env.${name}=decodeURIComponent(${JSON.stringify(encodeURIComponent(value))})`,
  );
  const module = btoa(lines.join(';')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const first = lines.length === 0 ? [] : ['--import', `data:text/javascript;base64,${module}`];
  return [node, ...first, ...program];
};

/**
 * Returns the shell words that make the hook of a removed program exit silently, so that the agent is not blocked. A
 * program found by the PATH is not checked. [RL-47]
 */
const ifThere = ({ hook }: Launcher): readonly string[] =>
  hook.every((word) => word.startsWith('/'))
    ? ['/bin/sh', '-c', `${hook.map((_, at) => `[ -e "$${at}" ]`).join(' && ')} || exit 0; exec "$0" "$@"`]
    : [];

export const quoteForShell = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
const quoteForWindows = (word: string): string => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`);

/** Whether a list element is Cairn's: all of its commands are. Commands are in `command`, `bash` or elements of `hooks`. */
export const isOurHook =
  (agent: string) =>
  (value: unknown): boolean => {
    const commands = commandsIn(value);
    return commands.length > 0 && commands.every((command) => isOurCommand(agent, command));
  };

const commandsIn = (value: unknown): readonly unknown[] => {
  if (!isRecord(value)) return [];
  if (Array.isArray(value.hooks)) return value.hooks.flatMap(commandsIn);
  return [value.command, value.bash].filter((command) => command !== undefined);
};

/** Most seconds that a hook may take. For a prompt a person waits, and at the end the agent does not wait longer. */
const secondsOf = (kind: HookKind): number => (kind === 'prompt' || kind === 'session-end' ? 5 : 10);

/**
 * Makes groups of matchers, each with its handlers, for Claude Code, Codex, Gemini and Qwen. `second`: a second in the
 * agent's unit of time limits. `tools`: the expression for tools that are recorded; all by default.
 */
export const groupedHooks = (
  wish: InstallWish,
  agent: string,
  names: HookNames,
  { second = 1, tools }: { readonly second?: number; readonly tools?: string } = {},
): readonly JsonItem[] =>
  names.map(([event, kind]) => {
    const command = hookCommand(wish, agent, kind);
    const hooks = [{ type: 'command', command, timeout: secondsOf(kind) * second }];
    const value = { ...(tools === undefined || kind !== 'tool' ? {} : { matcher: tools }), hooks };
    return { kind: 'element', path: ['hooks', event], value, isOurs: isOurHook(agent) };
  });

/** Makes a flat list of handlers, for Cursor and Windsurf. */
export const listedHooks = (
  wish: InstallWish,
  agent: string,
  names: HookNames,
  more: Readonly<Record<string, boolean>> = {},
): readonly JsonItem[] =>
  names.map(([event, kind]) => ({
    kind: 'element',
    path: ['hooks', event],
    value: { command: hookCommand(wish, agent, kind), ...more },
    isOurs: isOurHook(agent),
  }));
