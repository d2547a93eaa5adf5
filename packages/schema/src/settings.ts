/** The settings of this device: which model, which embedder, other names of projects, agents. No secret is ever in it. [OP-11] */
import * as z from 'zod';
import { embedderStatus } from './embedder-status.ts';
import { LIMITS } from './limits.ts';

const count = z.number().int().nonnegative();
const price = z.strictObject({ in: z.number().nonnegative(), out: z.number().nonnegative() });

/** `key`: whether there is one, and where it is; what it is, is told to nobody. */
const KEY_PLACES = ['none', 'config', 'environment'] as const;

export const modelSettings = z.object({
  /** Without a name and password, should it hold them. */
  baseUrl: z.string(),
  /** In the order in which they are asked. */
  models: z.array(z.string()),
  key: z.enum(KEY_PLACES),
  tokensPerDay: count,
  /** For a million tokens; null: not set. `prices`: of models that have their own. [SU-7] */
  price: price.nullable(),
  prices: z.record(z.string(), price),
  currency: z.string().nullable(),
  /** SU-8: asked after the first one. They are changed in config.json. */
  others: z.array(z.object({ baseUrl: z.string(), models: z.array(z.string()), tokensPerDay: count })),
});
export type ModelSettingsResult = z.infer<typeof modelSettings>;

/** `status`: whether what was installed is there, and leads here. `fix`: what to type, where something is wrong. */
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
  /** The file that holds them; what the environment of the daemon says goes before it. */
  file: z.string(),
  /** Null: none is configured, nothing is asked. */
  model: modelSettings.nullable(),
  /** Names in the daemon's environment that decide about the model; while there is one it cannot be changed here. */
  modelFixedBy: z.array(z.string()),
  /** The parts that config.json has changed meanwhile: the change counts from the next start on. */
  unused: z.array(z.enum(['model', 'embedder'])),
  embedder: z.object({
    kind: z.enum(['off', 'local', 'added', 'endpoint']),
    baseUrl: z.string().nullable(),
    key: z.enum(KEY_PLACES),
    /** Null: switched off. */
    status: embedderStatus.nullable(),
    /** How many texts have a vector, of whichever model. */
    vectors: count,
  }),
  /** M-8: another name of a project → the project that it means. */
  aliases: z.record(z.string(), z.string()),
  agents: z.array(agentSettings),
});
export type SettingsResult = z.infer<typeof settingsResult>;

const text = (charsMax: number) => z.string().trim().min(1).max(charsMax);

/** `apiKey`: absent, the one that is there stays, as long as the address does; null takes it away. An absent field stays. */
export const modelPatch = z.strictObject({
  baseUrl: text(LIMITS.settingUrlCharsMax),
  models: z.array(text(LIMITS.settingNameCharsMax)).min(1).max(LIMITS.settingModelsMax),
  apiKey: text(LIMITS.settingKeyCharsMax).nullable().optional(),
  tokensPerDay: count.optional(),
  price: price.nullable().optional(),
  currency: text(8).optional(),
});
export type ModelPatch = z.infer<typeof modelPatch>;

/** `model`: null, none from now on. `aliases`: null takes a name away. An absent field stays. */
export const settingsPatch = z.strictObject({
  model: modelPatch.nullable().optional(),
  aliases: z.record(text(LIMITS.projectCharsMax), text(LIMITS.projectCharsMax).nullable()).optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatch>;

/** The model's words when it was asked for one word; `problem`: why there is no answer. */
export const modelTestResult = z.object({
  ok: z.boolean(),
  model: z.string().nullable(),
  answer: z.string().nullable(),
  ms: count,
  tokens: count,
  problem: z.string().nullable(),
});
export type ModelTestResult = z.infer<typeof modelTestResult>;
