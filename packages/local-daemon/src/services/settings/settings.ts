/**
 * Shows and changes the settings of this device while the daemon runs. It returns no secrets. The daemon's environment
 * overrides the file, so a setting from the environment cannot be changed here. [OP-11]
 */
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '@cairn/core';
import {
  type AgentSettings,
  type CairnError,
  type Checked,
  cairnError,
  type EmbedderStatus,
  err,
  LIMITS,
  type ModelPatch,
  ok,
  type SettingsPatch,
  type SettingsResult,
} from '@cairn/schema';
import type { Config } from '../../config.ts';
import type { LlmConfig, LlmEndpoint } from '../../model-config.ts';
import type { EventBus } from '../events.ts';
import { isOnThisMachine } from '../server-address.ts';
import type { ModelAsker } from '../summaries/ask-model.ts';
import {
  type ConfigFile,
  configText,
  firstModel,
  readConfigFile,
  withAliases,
  withModel,
} from './config-text.ts';
import { testModel } from './test-model.ts';

/**
 * Origin of a change. `page` is a browser that was admitted. A page cannot choose an address that memories would be
 * sent to. [PG-21]
 */
export type SettingsAsker = 'owner' | 'page';

export type Settings = ReturnType<typeof createSettings>;

export interface SettingsDeps {
  /** The configuration in use. It can change while the daemon runs, so callers read it each time. */
  readonly live: { config: Config };
  readonly file: {
    readonly path: string;
    /** Returns null when there is no file. */
    read(): string | null;
    write(text: string): void;
  };
  /** Environment of the daemon, with the contents of secret files. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Parses the file's text; null is no file. */
  readonly parse: (text: string | null) => Checked<Config>;
  /** Replaces the model that is asked. */
  readonly useModel: (llm: LlmConfig | null) => void;
  readonly asker: ModelAsker;
  readonly embedderStatus: () => Promise<EmbedderStatus | null>;
  readonly vectors: () => Promise<number>;
  readonly agents: () => readonly AgentSettings[];
  readonly events: Pick<EventBus, 'publish'>;
  readonly steadyMs: () => number;
}

const MODEL_NAMES = [
  'CAIRN_LLM_BASE_URL',
  'CAIRN_LLM_API_KEY',
  'CAIRN_LLM_MODEL',
  'CAIRN_LLM_TOKENS_PER_DAY',
  'CAIRN_LLM_PRICE',
] as const;

export const createSettings = (deps: SettingsDeps) => {
  const { live, file, env } = deps;
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const fixedBy = MODEL_NAMES.filter(isSet);
  const keyOf = (key: string | null, name: string) =>
    key === null ? 'none' : isSet(name) ? 'environment' : 'config';

  /**
   * Returns the settings that differ between the file and the running daemon. An unreadable file is reported only when
   * a setting is to be changed.
   */
  const unused = (): SettingsResult['unused'] => {
    const said = deps.parse(file.read());
    if (!said.ok) return [];
    const { llm, embed } = live.config;
    return [
      ...(isDeepStrictEqual(said.value.llm, llm) ? [] : (['model'] as const)),
      ...(isDeepStrictEqual(said.value.embed, embed) ? [] : (['embedder'] as const)),
    ];
  };

  const read = async (): Promise<SettingsResult> => {
    const { llm, embed, projects } = live.config;
    return {
      file: file.path,
      model: llm === null ? null : { ...shownModel(llm), key: keyOf(llm.apiKey, 'CAIRN_LLM_API_KEY') },
      modelFixedBy: fixedBy,
      unused: unused(),
      embedder: {
        kind: embed.kind,
        baseUrl: embed.kind === 'endpoint' ? shownUrl(embed.baseUrl) : null,
        key: embed.kind === 'endpoint' ? keyOf(embed.apiKey, 'CAIRN_EMBED_API_KEY') : 'none',
        status: await deps.embedderStatus(),
        vectors: await deps.vectors(),
      },
      aliases: { ...projects },
      agents: [...deps.agents()],
    };
  };

  /** Reads and writes the file without waiting in between. */
  const write = (patch: SettingsPatch): CairnError | null => {
    const known = readConfigFile(file.read());
    if (known === null) return refusal(`${file.path} is not a valid settings file. Fix it or move it away.`);
    const text = configText(changed(known, patch));
    const next = deps.parse(text);
    if (!next.ok) return next.error;
    file.write(text);
    // Only the settings of this patch take effect. Other edits of the file take effect when they are chosen or after a
    // start.
    const { projects, llm } = next.value;
    live.config = { ...live.config, projects, ...(patch.model === undefined ? {} : { llm }) };
    if (patch.model !== undefined) deps.useModel(llm);
    return null;
  };

  return {
    read,
    async change(patch: SettingsPatch, by: SettingsAsker): Answer<SettingsResult> {
      const problem =
        modelProblem(patch.model, live.config.llm, fixedBy, by) ??
        aliasProblem(patch.aliases ?? {}, live.config.projects) ??
        write(patch);
      if (problem !== null) return err(problem);
      deps.events.publish({ kind: 'settings' });
      return ok(await read());
    },
    /** Asks the model for one word. The call counts in the ledger and against the day's cap. */
    testModel: () => testModel(deps.asker, deps.steadyMs),
  };
};

const refusal = (message: string): CairnError => cairnError('invalid_input', message);

const shownEndpoint = ({ baseUrl, models, tokensPerDay }: LlmEndpoint) => ({
  baseUrl: shownUrl(baseUrl),
  models: [...models],
  tokensPerDay,
});

const shownModel = ({ prices, others = [], ...first }: LlmConfig) => ({
  ...shownEndpoint(first),
  others: others.map(shownEndpoint),
  price: prices?.usual ?? null,
  prices: { ...prices?.byModel },
  currency: prices?.currency ?? null,
});

/** Returns the address without user name, password and query, which may hold a key. */
export const shownUrl = (spelled: string): string => {
  const url = new URL(spelled);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return withoutSlash(url.href);
};

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/**
 * Applies the patch. If the model's address is spelled as it is shown, the stored address is kept with its key and its
 * hidden parts.
 */
const changed = (known: ConfigFile, { model, aliases }: SettingsPatch): ConfigFile => {
  const named = aliases === undefined ? known : withAliases(known, aliases);
  if (model === undefined || model === null) return model === undefined ? named : withModel(named, null);
  const present = firstModel(known)?.baseUrl;
  const isSame = present !== undefined && URL.canParse(present) && isAddress(model.baseUrl, present);
  return withModel(named, isSame ? { ...model, baseUrl: present } : model);
};

const isAddress = (spelled: string, present: string): boolean =>
  withoutSlash(spelled) === shownUrl(present) || withoutSlash(spelled) === withoutSlash(present);

const modelProblem = (
  model: ModelPatch | null | undefined,
  present: LlmConfig | null,
  fixedBy: readonly string[],
  by: SettingsAsker,
): CairnError | null => {
  if (model === undefined) return null;
  if (fixedBy.length > 0)
    return refusal(
      `${fixedBy.join(', ')} in the environment of the daemon ${fixedBy.length === 1 ? 'overrides' : 'override'} config.json. To change the model here, unset ${fixedBy.length === 1 ? 'it' : 'them'} and restart the daemon with \`cairn down\` and \`cairn up\`.`,
    );
  if (model === null || by === 'owner' || isOnThisMachine(model.baseUrl)) return null;
  if (present !== null && isAddress(model.baseUrl, present.baseUrl)) return null;
  return refusal(
    'Memories are sent to the model, so an address that is not on this machine is set in a terminal: `cairn init --model NAME --model-url URL`.',
  );
};

/** Returns the problem with the aliases. An alias of an alias would resolve to different projects in different places. */
export const aliasProblem = (
  changes: Readonly<Record<string, string | null>>,
  present: Readonly<Record<string, string>>,
): CairnError | null => {
  const all = Object.entries({ ...present, ...changes }).filter(([, project]) => project !== null);
  if (all.length > LIMITS.projectAliasesMax)
    return refusal(`There are at most ${LIMITS.projectAliasesMax} other names of projects. Remove some.`);
  const names = new Map(all);
  for (const [name, project] of Object.entries(changes)) {
    if (project === null) continue;
    if (name === project) return refusal(`"${name}" is that name already.`);
    const other = names.get(project);
    if (other !== undefined)
      return refusal(`"${project}" is itself another name, of "${other}". Choose that one.`);
    const user = all.find(([, target]) => target === name)?.[0];
    if (user !== undefined)
      return refusal(`"${user}" is another name of "${name}". Change that one to "${project}" first.`);
  }
  return null;
};
