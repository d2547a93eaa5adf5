/** Parses the language models from `config.json` and the environment. Nothing is sent unless an address is set. [SU-6, SU-8] */

import type { ModelPrices } from '@cairn/core';
import { type Checked, LIMITS, ok, refuseInput } from '@cairn/schema';
import * as z from 'zod';

const price = z.object({ in: z.number().nonnegative(), out: z.number().nonnegative() });

const endpointFile = z.looseObject({
  baseUrl: z.string().optional(),
  apiKey: z.string().optional(),
  /** Cheapest first. A later model is used if the earlier ones fail. */
  models: z.array(z.string().min(1)).optional(),
  tokensPerDay: z.number().int().nonnegative().optional(),
  /** Prices for a million tokens: `prices` of models by name, `price` of all others. [SU-7] */
  price: price.optional(),
  prices: z.record(z.string(), price).optional(),
  currency: z.string().trim().min(1).max(8).optional(),
});
type EndpointFile = z.infer<typeof endpointFile>;

/** One endpoint, or several in the order of use. */
export const llmFile = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(endpointFile).min(1).max(LIMITS.modelEndpointsMax),
);

export interface LlmEndpoint {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly models: readonly string[];
  readonly tokensPerDay: number;
  /** Appended to the models' names in the ledger, if an earlier endpoint has a model with one of these names. */
  readonly suffix?: string;
}

export interface LlmConfig extends LlmEndpoint {
  /** The prices of all models, by their names in the ledger. Null if no price is set. */
  readonly prices: ModelPrices | null;
  /** The endpoints that are used, in this order, if the first one fails, rests or has spent its day's tokens. [SU-8] */
  readonly others?: readonly LlmEndpoint[];
}

/** The default currency. */
const CURRENCY = 'USD';

/**
 * Parses all endpoints. The environment overrides the file's first endpoint. `CAIRN_LLM_MODEL` may name several models, separated by
 * commas. Returns null if no endpoint is configured.
 */
export const parseLlmConfig = (
  file: EndpointFile | readonly EndpointFile[] | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Checked<LlmConfig | null> => {
  const set = (name: string): string | undefined =>
    env[name]?.trim() === '' ? undefined : env[name]?.trim();
  const [firstFile = {}, ...otherFiles] = [file ?? []].flat();
  const spelledCap = set('CAIRN_LLM_TOKENS_PER_DAY');
  const first: EndpointFile = {
    ...firstFile,
    baseUrl: set('CAIRN_LLM_BASE_URL') ?? firstFile.baseUrl,
    apiKey: set('CAIRN_LLM_API_KEY') ?? firstFile.apiKey,
    models: set('CAIRN_LLM_MODEL')?.split(',') ?? firstFile.models,
    tokensPerDay: spelledCap === undefined ? firstFile.tokensPerDay : Number(spelledCap),
  };
  if (first.baseUrl === undefined && otherFiles.length === 0) return ok(null);
  if (spelledCap !== undefined && !/^\d{1,12}$/.test(spelledCap))
    return refuseInput(`CAIRN_LLM_TOKENS_PER_DAY is "${spelledCap}"; it must be a number of tokens.`);
  const files = [first, ...otherFiles];
  const endpoints: LlmEndpoint[] = [];
  for (const one of files) {
    const endpoint = endpointOf(one, endpoints);
    if (!endpoint.ok) return endpoint;
    endpoints.push(endpoint.value);
  }
  const prices = parsePrices(files, endpoints, set('CAIRN_LLM_PRICE'));
  if (!prices.ok) return prices;
  const [head, ...others] = endpoints;
  if (head === undefined) return ok(null);
  return ok({ ...head, prices: prices.value, ...(others.length === 0 ? {} : { others }) });
};

const endpointOf = (
  { baseUrl = '', apiKey, models: named = [], tokensPerDay }: EndpointFile,
  before: readonly LlmEndpoint[],
): Checked<LlmEndpoint> => {
  if (!isHttpUrl(baseUrl))
    return refuseInput(
      `The language model's address is "${baseUrl}"; it must look like http://127.0.0.1:11434/v1.`,
    );
  const models = named.map((name) => name.trim()).filter((name) => name !== '');
  if (models.length === 0)
    return refuseInput(
      'The language model has an address but no name: set CAIRN_LLM_MODEL, or run `cairn config set llm.models NAME` first.',
    );
  const taken = before.flatMap((one) => one.models);
  const host = `@${new URL(baseUrl).host}`;
  const nth = before.filter(({ suffix }) => suffix?.startsWith(host)).length;
  return ok({
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    apiKey: apiKey ?? null,
    models,
    tokensPerDay: tokensPerDay ?? LIMITS.modelTokensPerDay,
    ...(models.some((name) => taken.includes(name))
      ? { suffix: nth === 0 ? host : `${host}#${nth + 1}` }
      : {}),
  });
};

/** Parses all prices. `spelled`: `CAIRN_LLM_PRICE`, the prices of a million input and output tokens and the currency: `0.15 0.60 EUR`. */
const parsePrices = (
  files: readonly EndpointFile[],
  endpoints: readonly LlmEndpoint[],
  spelled: string | undefined,
): Checked<ModelPrices | null> => {
  const words =
    spelled === undefined ? null : /^(\d+(?:\.\d+)?) +(\d+(?:\.\d+)?)(?: +(\S{1,8}))?$/.exec(spelled);
  if (spelled !== undefined && words === null)
    return refuseInput(
      `CAIRN_LLM_PRICE is "${spelled}"; it must be the price of a million input tokens and of a million output tokens, such as \`0.15 0.60 EUR\`.`,
    );
  const named = words === null ? undefined : { in: Number(words[1]), out: Number(words[2]) };
  const currencies = new Set(
    [words?.[3] ?? files[0]?.currency, ...files.slice(1).map(({ currency }) => currency)].filter(
      (one) => one !== undefined,
    ),
  );
  if (currencies.size > 1)
    return refuseInput(
      `The language models are priced in ${[...currencies].join(' and ')}. Write all prices in one currency, so that they can be added up.`,
    );
  const usual = named ?? files[0]?.price ?? null;
  const byModel = Object.fromEntries(
    endpoints.flatMap((endpoint, at) => pricesOf(files[at] ?? {}, endpoint, at > 0)),
  );
  const [currency = CURRENCY] = currencies;
  if (usual === null && Object.keys(byModel).length === 0) return ok(null);
  const unknown = endpoints
    .slice(1)
    .flatMap(({ models, suffix = '' }) => models.map((name) => `${name}${suffix}`))
    .filter((name) => !Object.hasOwn(byModel, name));
  return ok({ currency, usual, byModel, ...(unknown.length === 0 ? {} : { unknown }) });
};

/** Returns an endpoint's prices. A later endpoint's `price` applies to its models. Without it, the first endpoint's `price` applies. */
const pricesOf = (
  { price: usual, prices = {} }: EndpointFile,
  { models, suffix = '' }: LlmEndpoint,
  isOther: boolean,
): readonly (readonly [string, { readonly in: number; readonly out: number }])[] => [
  ...(isOther && usual !== undefined
    ? models.map((name) => [`${name}${suffix}`, prices[name] ?? usual] as const)
    : []),
  ...Object.entries(prices).map(([name, one]) => [`${name}${suffix}`, one] as const),
];

export const isHttpUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
};
