/**
 * The table of all settings of config.json: names, possible values and defaults. `cairn config` uses it, and docs/commands.md
 * has the same rows. [OP-18]
 */
import { LIMITS, SESSION_SHARES } from '@cairn/schema';

export interface Setting {
  /** Its path in config.json; for a list of endpoints, in the first endpoint. */
  readonly key: string;
  readonly kind: 'text' | 'words' | 'command' | 'price' | 'number' | 'integer';
  /** The words that may be typed, and their values in config.json. */
  readonly choices?: Readonly<Record<string, string | boolean>>;
  readonly min?: number;
  /** The largest number; for a text, the most characters. */
  readonly max?: number;
  /** The default value, or its description if it is not fixed. */
  readonly byDefault: string;
  readonly example: string;
  /** One sentence, without its full stop. */
  readonly about: string;
  /** The environment variable that overrides config.json. */
  readonly env?: string;
  /** Converts the variable's value to a value of this setting. Returns null if the variable leaves this setting unset. */
  readonly fromEnv?: (value: string) => string | null;
  /** The key of the only address to which this secret is sent. A secret is never shown, and is typed without echo. */
  readonly secretFor?: string;
  /** Whether a name follows the key, as in `projects.NAME`. */
  readonly isNamed?: true;
}

const ON_OFF = { on: true, off: false };
const share = { kind: 'number', min: 0.05, max: 1 } as const;

/** A row without a kind is a text. A row without a default or an example has none. */
const ROWS: readonly (Pick<Setting, 'key' | 'about'> & Partial<Setting>)[] = [
  {
    key: 'deviceName',
    ...{ max: LIMITS.deviceNameCharsMax, byDefault: "the machine's name", example: 'laptop' },
    about: 'the name of this device when it joins a vault; `cairn devices rename` changes it later',
  },
  {
    ...{
      key: 'port',
      kind: 'integer',
      min: 0,
      max: 65_535,
      byDefault: '4949; where it is taken, one of this home',
    },
    ...{ example: '4950', about: "the daemon's port on 127.0.0.1; 0 for any free one", env: 'CAIRN_PORT' },
  },
  {
    ...{ key: 'backups', choices: ON_OFF, byDefault: 'on' },
    ...{ example: 'off', about: 'the daemon backs up its database by itself', env: 'CAIRN_BACKUPS' },
  },
  {
    ...{ key: 'extract', choices: { on: 'on', off: 'off' }, byDefault: 'on' },
    ...{ example: 'off', about: 'memories are extracted from sessions', env: 'CAIRN_EXTRACT' },
  },
  {
    ...{ key: 'notifyCommand', kind: 'command', example: '/usr/local/bin/tell-me' },
    about: 'a program that gets the results of schedules: its path, or a JSON array with arguments',
    env: 'CAIRN_NOTIFY_COMMAND',
  },
  {
    ...{ key: 'projects', isNamed: true },
    ...{ example: 'github.com/acme/web', about: 'another name of a project, and the project that it means' },
  },
  {
    ...{ key: 'llm.baseUrl', byDefault: 'none: no model is used', example: 'http://127.0.0.1:11434/v1' },
    about: 'an OpenAI-compatible endpoint for summaries, extraction and schedules',
    env: 'CAIRN_LLM_BASE_URL',
  },
  {
    ...{ key: 'llm.models', kind: 'words', example: 'qwen3:4b,qwen3:14b' },
    about: 'the models of that endpoint, separated by commas, the cheapest first',
    env: 'CAIRN_LLM_MODEL',
  },
  {
    key: 'llm.apiKey',
    ...{ secretFor: 'llm.baseUrl', about: 'its key, if it needs one', env: 'CAIRN_LLM_API_KEY' },
  },
  {
    ...{ key: 'llm.tokensPerDay', kind: 'integer' },
    ...{ min: 0, max: 999_999_999_999, byDefault: String(LIMITS.modelTokensPerDay), example: '50000' },
    ...{ about: 'the most tokens that endpoint may use in a day', env: 'CAIRN_LLM_TOKENS_PER_DAY' },
  },
  {
    ...{ key: 'llm.price', kind: 'price', byDefault: 'none: no costs are shown', example: '0.15 0.60' },
    ...{ about: 'the price of a million tokens: input, then output', env: 'CAIRN_LLM_PRICE' },
  },
  {
    key: 'llm.prices',
    ...{ kind: 'price', isNamed: true, example: '0.15 0.60', about: 'the price of one model, by its name' },
  },
  {
    ...{ key: 'llm.currency', byDefault: 'USD' },
    ...{ example: 'EUR', about: 'the currency of the prices; in CAIRN_LLM_PRICE it comes after them' },
  },
  {
    ...{ key: 'embeddings.off', choices: { true: true, false: false } },
    ...{ byDefault: 'false', example: 'true', about: 'search by words only; nothing is embedded' },
    ...{ env: 'CAIRN_EMBED', fromEnv: (value) => String(value === 'off') },
  },
  {
    key: 'embeddings.use',
    ...{ byDefault: 'built-in, or the endpoint where there is one', example: 'built-in' },
    about: 'the embedder: built-in, endpoint, or one that `cairn embedder add` installed',
  },
  {
    key: 'embeddings.baseUrl',
    ...{ byDefault: 'none: the built-in embedder', example: 'http://127.0.0.1:11434/v1' },
    ...{ about: 'an OpenAI-compatible endpoint for embeddings, Ollama too', env: 'CAIRN_EMBED_BASE_URL' },
  },
  { key: 'embeddings.model', example: 'nomic-embed-text', about: 'its model', env: 'CAIRN_EMBED_MODEL' },
  {
    key: 'embeddings.apiKey',
    ...{ secretFor: 'embeddings.baseUrl', about: 'its key, if it needs one', env: 'CAIRN_EMBED_API_KEY' },
  },
  {
    key: 'embeddings.dimensions',
    ...{ kind: 'integer', min: 1, max: LIMITS.embedDimensionsMax, byDefault: "the model's own" },
    ...{ example: '512', about: 'the length of vectors, for models that can shorten them' },
  },
  {
    key: 'embeddings.fusion',
    ...{ choices: { cosine: 'cosine', min_max: 'min_max' }, byDefault: "the embedder's own" },
    ...{ example: 'min_max', about: 'the method that combines the scores of words and of meaning' },
  },
  {
    ...{ key: 'embeddings.vectorWeight', kind: 'number', min: 0, max: 1, byDefault: "the embedder's own" },
    ...{ example: '0.5', about: 'the share of meaning in a score; the rest is for words' },
  },
  {
    ...{ key: 'embeddings.cosineMin', kind: 'number', min: -1, max: 1, byDefault: "the embedder's own" },
    ...{ example: '0.25', about: 'the lowest cosine of a memory that is found by meaning only' },
  },
  {
    key: 'summaries.answerTokens',
    ...{ kind: 'integer', min: 100, max: 8_000, byDefault: String(LIMITS.summaryAnswerTokensMax) },
    ...{ example: '500', about: 'the most tokens of a summary that a model writes' },
  },
  {
    ...{ key: 'sessions.flushShare', ...share, byDefault: String(SESSION_SHARES.flushShare), example: '0.7' },
    about: "the share of an agent's context at which facts are extracted from a session",
  },
  {
    ...{ key: 'sessions.rollShare', ...share, byDefault: String(SESSION_SHARES.rollShare) },
    ...{ example: '0.7', about: "the share of an agent's context at which older messages are summarised" },
  },
  {
    ...{ key: 'sessions.rollToShare', ...share, byDefault: String(SESSION_SHARES.rollToShare) },
    ...{ example: '0.4', about: "the share of an agent's context that is used after such a summary" },
  },
  {
    key: 'prompt.pruneTokens',
    ...{ kind: 'integer', min: 1, max: 100_000, byDefault: String(LIMITS.pruneTokensMin) },
    ...{ example: '500', about: 'an older tool result of at least so many tokens is replaced by a note' },
  },
  {
    key: 'prompt.pruneKept',
    ...{ kind: 'integer', min: 0, max: 1_000, byDefault: String(LIMITS.pruneNewestKept) },
    ...{ example: '5', about: 'how many of the newest tool results stay whole' },
  },
  {
    ...{ key: 'store.url', byDefault: 'none: a file here', example: 'libsql://name.turso.io' },
    about: 'a libSQL server in place of the file; memories do not move by themselves',
    env: 'CAIRN_STORE_URL',
  },
  {
    key: 'store.token',
    ...{ secretFor: 'store.url', about: 'its token, if it needs one', env: 'CAIRN_STORE_TOKEN' },
  },
];

export const SETTINGS: readonly Setting[] = ROWS.map((row) => ({
  ...{ kind: 'text', byDefault: 'none', example: '' },
  ...row,
}));

export const settingOf = (key: string): Setting | undefined => SETTINGS.find((one) => one.key === key);

/** Describes the values that may be typed, such as `a number from 0 to 1` or `on or off`. */
export const valuesText = ({ kind, choices, min, max }: Setting): string => {
  if (choices !== undefined) return Object.keys(choices).join(' or ');
  const range = min === undefined || max === undefined ? '' : ` from ${min} to ${max}`;
  const texts: Readonly<Record<Setting['kind'], string>> = {
    number: `a number${range}`,
    integer: `a whole number${range}`,
    price: 'two prices',
    words: 'words separated by commas',
    command: 'a path, or a JSON array',
    text: max === undefined ? 'text' : `text of at most ${max} characters`,
  };
  return texts[kind];
};
