/** Parses the configuration: `config.json`, and the environment, which overrides it. */
import type { Fusion, Tuning } from '@cairn/core';
import {
  type Checked,
  defined,
  isRecord,
  LIMITS,
  ok,
  parseJson,
  refuseInput,
  SESSION_SHARES,
} from '@cairn/schema';
import * as z from 'zod';
import { type EmbedConfig, embedFile, fusionIn, parseEmbed } from './config-embed.ts';
import { parseStore, type StoreConfig, storeFile } from './config-store.ts';
import { settingOf } from './config-table.ts';
import { type LlmConfig, llmFile, parseLlmConfig } from './model-config.ts';

/** Returns the schema of a number in the range that the table of settings gives. */
const figure = (key: string) => {
  const { kind, min = 0, max = 0 } = settingOf(key) ?? {};
  const number = z.number().min(min).max(max);
  return (kind === 'integer' ? number.int() : number).optional();
};

const configFile = z.looseObject({
  /** The name of this device as other devices show it. Default: the machine's name. */
  deviceName: z.string().min(1).optional(),
  /** Manual aliases: from a name or identity to its project. [M-8] */
  projects: z.record(z.string(), z.string()).optional(),
  llm: llmFile.optional(),
  embeddings: embedFile.optional(),
  store: storeFile.optional(),
  /** A program and its arguments, like `CAIRN_NOTIFY_COMMAND`. [SC-3] */
  notifyCommand: z.array(z.string()).min(1).optional(),
  /** Whether the daemon makes backups by itself, like `CAIRN_BACKUPS`. [ST-2] */
  backups: z.boolean().optional(),
  /** Whether knowledge is extracted from sessions. */
  extract: z.enum(['on', 'off']).optional(),
  port: figure('port'),
  summaries: z.looseObject({ answerTokens: figure('summaries.answerTokens') }).optional(),
  sessions: z
    .looseObject({
      flushShare: figure('sessions.flushShare'),
      rollShare: figure('sessions.rollShare'),
      rollToShare: figure('sessions.rollToShare'),
    })
    .optional(),
  prompt: z
    .looseObject({ pruneTokens: figure('prompt.pruneTokens'), pruneKept: figure('prompt.pruneKept') })
    .optional(),
});

export interface Config {
  readonly deviceName: string;
  readonly projects: Readonly<Record<string, string>>;
  readonly embed: EmbedConfig;
  readonly port: number;
  /** Whether a port other than 0 is configured. The daemon then uses no other port. */
  readonly isPortFixed: boolean;
  readonly llm: LlmConfig | null;
  /** Null: the file of this device. [ST-3] */
  readonly store: StoreConfig | null;
  /** A program and its arguments; null for none. [SC-3] */
  readonly notifyCommand: readonly string[] | null;
  /** Whether the daemon makes backups by itself. [ST-2] */
  readonly backups: boolean;
  /** Whether knowledge is extracted from sessions. */
  readonly isExtracting: boolean;
  /** The most tokens of a summary by a model. [SU-6] */
  readonly summaryTokens: number;
  readonly tuning: Tuning;
  /** Values that override those of the embedder. [F-4] */
  readonly fusion: Partial<Fusion>;
}

export interface ConfigSources {
  /** The text of `config.json`; null if there is none. */
  readonly file: string | null;
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hostName: string;
}

export const DEFAULT_PORT = 4949;

/** Parses the text of `config.json`; null is no file. Programs of Windows begin a file with a byte order mark. */
export const jsonOfConfig = (text: string | null): unknown =>
  text === null ? {} : parseJson(text.replace(/^\ufeff/, ''));

/** Returns the name of a setting. A single endpoint was read as a list of one. */
const nameOf = (path: readonly PropertyKey[], json: unknown): string => {
  const [group, at, ...rest] = path;
  const isList = isRecord(json) && Array.isArray(json[String(group)]);
  return (at === 0 && !isList ? [group, ...rest] : path).map(String).join('.');
};

export const parseConfig = ({ file, path, env, hostName }: ConfigSources): Checked<Config> => {
  const json = jsonOfConfig(file);
  const parsed = configFile.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue === undefined || issue.path.length === 0 ? '' : `${nameOf(issue.path, json)}: `;
    const what = json === undefined ? 'it is not JSON' : `${where}${issue?.message}`;
    return refuseInput(`${path} cannot be read: ${what}. Fix it or remove it.`);
  }
  const spelled = env.CAIRN_PORT ?? '';
  const named = spelled === '' ? parsed.data.port : Number(spelled);
  const port = named ?? DEFAULT_PORT;
  if (!/^\d*$/.test(spelled) || port > 65_535)
    return refuseInput(`CAIRN_PORT is "${spelled}"; it must be a port number, or 0 for any free port.`);
  const llm = parseLlmConfig(parsed.data.llm, env);
  if (!llm.ok) return llm;
  const extract = parseSwitch('CAIRN_EXTRACT', env.CAIRN_EXTRACT?.trim() ?? '');
  if (!extract.ok) return extract;
  const embed = parseEmbed(parsed.data.embeddings ?? {}, env);
  if (!embed.ok) return embed;
  const store = parseStore(parsed.data.store, env);
  if (!store.ok) return store;
  const notifyCommand = parseCommand(env.CAIRN_NOTIFY_COMMAND?.trim() ?? '');
  if (!notifyCommand.ok) return notifyCommand;
  const { summaries, sessions = {}, prompt: { pruneTokens, pruneKept } = {} } = parsed.data;
  const { flushShare, rollShare, rollToShare } = sessions;
  const shares = { ...SESSION_SHARES, ...defined({ rollShare, rollToShare }) };
  if (shares.rollToShare >= shares.rollShare)
    return refuseInput(
      `sessions.rollToShare (${shares.rollToShare}) must be less than sessions.rollShare (${shares.rollShare}).`,
    );
  const backups = parseSwitch('CAIRN_BACKUPS', env.CAIRN_BACKUPS?.trim() ?? '');
  if (!backups.ok) return backups;
  return ok({
    notifyCommand: notifyCommand.value ?? parsed.data.notifyCommand ?? null,
    backups: backups.value ?? parsed.data.backups ?? true,
    embed: embed.value,
    deviceName: parsed.data.deviceName ?? (hostName.trim() === '' ? 'device' : hostName),
    projects: parsed.data.projects ?? {},
    port,
    isPortFixed: named !== undefined && port !== 0,
    llm: llm.value,
    store: store.value,
    isExtracting: extract.value ?? parsed.data.extract !== 'off',
    summaryTokens: summaries?.answerTokens ?? LIMITS.summaryAnswerTokensMax,
    tuning: defined({ flushShare, rollShare, rollToShare, pruneTokens, pruneKept }),
    fusion: fusionIn(parsed.data.embeddings ?? {}),
  });
};

/** Parses a program's path, or a JSON array of the path and its arguments. No shell is used, so a line is not split at spaces. */
export const parseCommand = (spelled: string): Checked<readonly string[] | null> => {
  if (spelled === '') return ok(null);
  if (!spelled.startsWith('[')) return ok([spelled]);
  const parsed = z.array(z.string()).min(1).safeParse(parseJson(spelled));
  if (parsed.success) return ok(parsed.data);
  const example = '["/usr/bin/logger","-t","cairn"]';
  return refuseInput(`CAIRN_NOTIFY_COMMAND is neither a program's path nor a JSON array like ${example}.`);
};

const parseSwitch = (name: string, spelled: string): Checked<boolean | null> => {
  if (spelled === '') return ok(null);
  if (spelled === 'on' || spelled === 'off') return ok(spelled === 'on');
  return refuseInput(`${name} is "${spelled}"; it must be on or off.`);
};
