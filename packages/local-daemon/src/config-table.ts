/**
 * Every setting of config.json, once: what it is called, what it may be, and what is so without it. `cairn config` shows and
 * changes them by this table, and docs/commands.md tells the same. [OP-18]
 */
import { LIMITS, SESSION_SHARES } from '@cairn/schema';

export interface Setting {
  /** Its place in config.json; of a list of endpoints, in the first one. */
  readonly key: string;
  readonly kind: 'text' | 'words' | 'command' | 'price' | 'number' | 'integer';
  /** Words that may be typed, and what config.json has for them. */
  readonly choices?: Readonly<Record<string, string | boolean>>;
  readonly min?: number;
  /** Of a text, its characters. */
  readonly max?: number;
  /** In words, where it is no fixed value. */
  readonly byDefault: string;
  readonly example: string;
  /** One sentence, without its full stop. */
  readonly about: string;
  /** The name in the environment that goes before config.json. */
  readonly env?: string;
  /** What that name's value means here, when it is not the value itself; null: nothing. */
  readonly fromEnv?: (value: string) => string | null;
  /** Never shown, and asked for without echo. It is for the address under this key, and is not sent to another. */
  readonly secretFor?: string;
  /** Followed by a name: `projects.NAME`. */
  readonly isNamed?: true;
}

const ON_OFF = { on: true, off: false };
const share = { kind: 'number', min: 0.05, max: 1 } as const;

export const SETTINGS: readonly Setting[] = [
  {
    ...{ key: 'deviceName', kind: 'text', max: LIMITS.deviceNameCharsMax, example: 'laptop' },
    byDefault: "the machine's name",
    about: 'how other devices see this one when it enters a vault; `cairn devices rename` changes it there',
  },
  {
    ...{
      key: 'port',
      kind: 'integer',
      min: 0,
      max: 65_535,
      byDefault: '4949, or any free one',
      example: '4950',
    },
    ...{ about: "the daemon's port on 127.0.0.1; 0 for any free one", env: 'CAIRN_PORT' },
  },
  {
    ...{ key: 'backups', kind: 'text', choices: ON_OFF, byDefault: 'on', example: 'off' },
    ...{ about: 'whether the daemon makes copies of its database by itself', env: 'CAIRN_BACKUPS' },
  },
  {
    ...{ key: 'extract', kind: 'text', choices: { on: 'on', off: 'off' }, byDefault: 'on', example: 'off' },
    ...{ about: 'whether sessions are read for what they teach', env: 'CAIRN_EXTRACT' },
  },
  {
    ...{ key: 'notifyCommand', kind: 'command', byDefault: 'none', example: '/usr/local/bin/tell-me' },
    about: 'a program that is told what schedules found: its path, or a JSON array with arguments',
    env: 'CAIRN_NOTIFY_COMMAND',
  },
  {
    ...{ key: 'projects', kind: 'text', isNamed: true, byDefault: 'none', example: 'github.com/acme/web' },
    about: 'another name of a project, and the project that it means',
  },
  {
    ...{ key: 'llm.baseUrl', kind: 'text', byDefault: 'none: no model is asked', env: 'CAIRN_LLM_BASE_URL' },
    ...{ example: 'http://127.0.0.1:11434/v1', about: 'an OpenAI-compatible endpoint for summaries' },
  },
  {
    ...{ key: 'llm.models', kind: 'words', byDefault: 'none', example: 'qwen3:4b,qwen3:14b' },
    ...{ about: 'its models, with commas between, cheapest first', env: 'CAIRN_LLM_MODEL' },
  },
  {
    ...{ key: 'llm.apiKey', kind: 'text', secretFor: 'llm.baseUrl', byDefault: 'none', example: '' },
    ...{ about: 'its key, if it asks for one', env: 'CAIRN_LLM_API_KEY' },
  },
  {
    ...{ key: 'llm.tokensPerDay', kind: 'integer', min: 0, max: 999_999_999_999, example: '50000' },
    byDefault: String(LIMITS.modelTokensPerDay),
    ...{ about: 'the most tokens that it may take in a day', env: 'CAIRN_LLM_TOKENS_PER_DAY' },
  },
  {
    ...{ key: 'llm.price', kind: 'price', byDefault: 'none: no costs are shown', example: '0.15 0.60' },
    about: 'what a million tokens cost, asked and answered',
    env: 'CAIRN_LLM_PRICE',
  },
  {
    ...{ key: 'llm.prices', kind: 'price', isNamed: true, byDefault: 'none', example: '0.15 0.60' },
    about: 'the same for one model, by its name',
  },
  {
    ...{ key: 'llm.currency', kind: 'text', byDefault: 'USD', example: 'EUR' },
    about: 'the currency of the prices; in CAIRN_LLM_PRICE it follows them',
  },
  {
    ...{ key: 'embeddings.off', kind: 'text', choices: { true: true, false: false }, byDefault: 'false' },
    ...{ example: 'true', about: 'search by words only; nothing is embedded', env: 'CAIRN_EMBED' },
    fromEnv: (value) => String(value === 'off'),
  },
  {
    ...{ key: 'embeddings.use', kind: 'text', byDefault: 'built-in, or the endpoint where there is one' },
    ...{
      example: 'built-in',
      about: 'the embedder: built-in, endpoint, or one that `cairn embedder add` brought',
    },
    ...{ env: 'CAIRN_EMBED', fromEnv: (value) => (value === 'use-lite' ? value : null) },
  },
  {
    ...{ key: 'embeddings.baseUrl', kind: 'text', byDefault: 'none: the built-in embedder' },
    ...{
      example: 'http://127.0.0.1:11434/v1',
      about: 'an OpenAI-compatible endpoint for embeddings, Ollama too',
    },
    env: 'CAIRN_EMBED_BASE_URL',
  },
  {
    ...{ key: 'embeddings.model', kind: 'text', byDefault: 'none', example: 'nomic-embed-text' },
    ...{ about: 'its model', env: 'CAIRN_EMBED_MODEL' },
  },
  {
    ...{ key: 'embeddings.apiKey', kind: 'text', secretFor: 'embeddings.baseUrl', byDefault: 'none' },
    ...{ example: '', about: 'its key, if it asks for one', env: 'CAIRN_EMBED_API_KEY' },
  },
  {
    ...{ key: 'embeddings.dimensions', kind: 'integer', min: 1, max: LIMITS.embedDimensionsMax },
    ...{
      byDefault: "the model's own",
      example: '512',
      about: 'shorter vectors, of models that can make them',
    },
  },
  {
    ...{ key: 'embeddings.fusion', kind: 'text', choices: { cosine: 'cosine', min_max: 'min_max' } },
    ...{ byDefault: "the embedder's own", example: 'min_max' },
    about: 'how the scores of words and of meaning are brought together',
  },
  {
    ...{ key: 'embeddings.vectorWeight', kind: 'number', min: 0, max: 1, byDefault: "the embedder's own" },
    ...{ example: '0.5', about: 'the part of a score that is by meaning; the rest is by words' },
  },
  {
    ...{ key: 'embeddings.cosineMin', kind: 'number', min: -1, max: 1, byDefault: "the embedder's own" },
    ...{ example: '0.25', about: 'a memory that no word matches is found from this cosine on' },
  },
  {
    ...{ key: 'summaries.answerTokens', kind: 'integer', min: 100, max: 8_000, example: '500' },
    byDefault: String(LIMITS.summaryAnswerTokensMax),
    about: "the most tokens of a summary in a model's words",
  },
  {
    ...{ key: 'sessions.flushShare', ...share, byDefault: String(SESSION_SHARES.flushShare), example: '0.7' },
    about: "the share of an agent's context from where on facts are taken out of a session",
  },
  {
    ...{ key: 'sessions.rollShare', ...share, byDefault: String(SESSION_SHARES.rollShare), example: '0.7' },
    about: "the share of an agent's context from where on older messages are summarised",
  },
  {
    ...{
      key: 'sessions.rollToShare',
      ...share,
      byDefault: String(SESSION_SHARES.rollToShare),
      example: '0.4',
    },
    about: "the share of an agent's context that such a summary leaves",
  },
  {
    ...{ key: 'prompt.pruneTokens', kind: 'integer', min: 1, max: 100_000, example: '500' },
    byDefault: String(LIMITS.pruneTokensMin),
    about: "an older tool's answer of so many tokens gives way to a note",
  },
  {
    ...{ key: 'prompt.pruneKept', kind: 'integer', min: 0, max: 1_000, example: '5' },
    byDefault: String(LIMITS.pruneNewestKept),
    about: "so many of the newest tools' answers stay whole",
  },
  {
    ...{ key: 'store.url', kind: 'text', byDefault: 'none: a file here', env: 'CAIRN_STORE_URL' },
    ...{
      example: 'libsql://name.turso.io',
      about: 'a libSQL server in place of the file; memories do not move by themselves',
    },
  },
  {
    ...{ key: 'store.token', kind: 'text', secretFor: 'store.url', byDefault: 'none', example: '' },
    ...{ about: 'its token, if it asks for one', env: 'CAIRN_STORE_TOKEN' },
  },
];

export const settingOf = (key: string): Setting | undefined => SETTINGS.find((one) => one.key === key);

/** `a number from 0 to 1`, `on or off`: what may be typed. */
export const valuesText = ({ kind, choices, min, max }: Setting): string => {
  if (choices !== undefined) return Object.keys(choices).join(' or ');
  const range = min === undefined || max === undefined ? '' : ` from ${min} to ${max}`;
  switch (kind) {
    case 'number':
      return `a number${range}`;
    case 'integer':
      return `a whole number${range}`;
    case 'price':
      return 'two prices';
    case 'words':
      return 'words with commas between';
    case 'command':
      return 'a path, or a JSON array';
    default:
      return max === undefined ? 'text' : `text of at most ${max} characters`;
  }
};
