/** The settings of this device: model, embedder, other names of projects, agents. They never contain a secret. [OP-11] */
import * as z from 'zod';
import { embedderStatus } from './embedder-status.ts';
import { LIMITS } from './limits.ts';

const count = z.number().int().nonnegative();
const price = z.strictObject({ in: z.number().nonnegative(), out: z.number().nonnegative() });

/** `key`: whether there is a key and where. Its value is never returned. */
const KEY_PLACES = ['none', 'config', 'environment'] as const;

export const modelSettings = z.object({
  /** Without user name, password and query. */
  baseUrl: z.string(),
  /** In the order in which they are used. */
  models: z.array(z.string()),
  key: z.enum(KEY_PLACES),
  tokensPerDay: count,
  /** For a million tokens; null if not set. `prices`: of models with their own price. [SU-7] */
  price: price.nullable(),
  prices: z.record(z.string(), price),
  currency: z.string().nullable(),
  /** SU-8: the endpoints that are used after the first one. They can only be changed in config.json. */
  others: z.array(z.object({ baseUrl: z.string(), models: z.array(z.string()), tokensPerDay: count })),
});
export type ModelSettingsResult = z.infer<typeof modelSettings>;

/** `status`: whether the installation is complete and leads to this program. `fix`: the command that repairs it. */
const installation = z.object({
  scope: z.enum(['user', 'project']),
  root: z.string().nullable(),
  status: z.enum(['pass', 'warn', 'fail', 'fixed']),
  message: z.string(),
  fix: z.string().nullable(),
});
export const agentSettings = z.object({
  agent: z.string(),
  title: z.string(),
  /** Whether its files are on this machine. */
  found: z.boolean(),
  installed: z.array(installation),
});
export type AgentSettings = z.infer<typeof agentSettings>;

export const settingsResult = z.object({
  /** The file with the settings. The daemon's environment overrides it. */
  file: z.string(),
  /** Null: none is configured, and nothing is sent. */
  model: modelSettings.nullable(),
  /** Environment variables that fix the model. While there are any, it cannot be changed here. */
  modelFixedBy: z.array(z.string()),
  /** Parts that config.json sets differently. They take effect at the next start. */
  unused: z.array(z.enum(['model', 'embedder'])),
  embedder: z.object({
    kind: z.enum(['off', 'local', 'added', 'endpoint']),
    baseUrl: z.string().nullable(),
    key: z.enum(KEY_PLACES),
    /** Null if the embedder is switched off. */
    status: embedderStatus.nullable(),
    /** The number of texts with a vector, of any model. */
    vectors: count,
  }),
  /** M-8: another name of a project → the project. */
  aliases: z.record(z.string(), z.string()),
  agents: z.array(agentSettings),
});
export type SettingsResult = z.infer<typeof settingsResult>;

const text = (charsMax: number) => z.string().trim().min(1).max(charsMax);

/** A null value removes the field. An absent field stays; an absent `apiKey` only if the address stays. */
export const modelPatch = z.strictObject({
  baseUrl: text(LIMITS.settingUrlCharsMax),
  models: z.array(text(LIMITS.settingNameCharsMax)).min(1).max(LIMITS.settingModelsMax),
  apiKey: text(LIMITS.settingKeyCharsMax).nullable().optional(),
  tokensPerDay: count.optional(),
  price: price.nullable().optional(),
  currency: text(8).nullable().optional(),
});
export type ModelPatch = z.infer<typeof modelPatch>;

/** `model`: null removes it. `aliases`: a null value removes that name. An absent field stays. */
export const settingsPatch = z.strictObject({
  model: modelPatch.nullable().optional(),
  aliases: z.record(text(LIMITS.projectCharsMax), text(LIMITS.projectCharsMax).nullable()).optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatch>;

/** The model's answer to a one-word question. `problem`: why there is no answer. */
export const modelTestResult = z.object({
  ok: z.boolean(),
  model: z.string().nullable(),
  answer: z.string().nullable(),
  ms: count,
  tokens: count,
  problem: z.string().nullable(),
});
export type ModelTestResult = z.infer<typeof modelTestResult>;
