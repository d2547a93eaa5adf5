/** SU-6: the language model, from `config.json` and the environment. Nothing is asked unless an address is named. */

import type { ModelPrices } from '@cairn/core';
import { type CairnError, cairnError, err, LIMITS, ok, type Result } from '@cairn/schema';
import * as z from 'zod';

const price = z.object({ in: z.number().nonnegative(), out: z.number().nonnegative() });

export const llmFile = z.looseObject({
  baseUrl: z.string().optional(),
  apiKey: z.string().optional(),
  /** Cheapest first; the others are asked when it fails. */
  models: z.array(z.string().min(1)).optional(),
  tokensPerDay: z.number().int().nonnegative().optional(),
  /** SU-7: for a million tokens; `prices` of models by their names, `price` of all others. */
  price: price.optional(),
  prices: z.record(z.string(), price).optional(),
  currency: z.string().trim().min(1).max(8).optional(),
});

export interface LlmConfig {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly models: readonly string[];
  readonly tokensPerDay: number;
  /** Null: nobody said what tokens cost. */
  readonly prices: ModelPrices | null;
}

/** Where nobody says which. */
const CURRENCY = 'USD';

/** The environment goes before the file. `CAIRN_LLM_MODEL` may name several, with commas between. Null: none is configured. */
export const parseLlmConfig = (
  file: z.infer<typeof llmFile> | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Result<LlmConfig | null, CairnError> => {
  const set = (name: string): string | undefined =>
    env[name]?.trim() === '' ? undefined : env[name]?.trim();
  const baseUrl = set('CAIRN_LLM_BASE_URL') ?? file?.baseUrl;
  if (baseUrl === undefined) return ok(null);
  if (!isHttpUrl(baseUrl))
    return refused(
      `The language model's address is "${baseUrl}"; it has to be one like http://127.0.0.1:11434/v1.`,
    );
  const named = set('CAIRN_LLM_MODEL')?.split(',') ?? file?.models ?? [];
  const models = named.map((name) => name.trim()).filter((name) => name !== '');
  if (models.length === 0)
    return refused(
      'The language model has an address and no name: set CAIRN_LLM_MODEL, or `llm.models` in config.json.',
    );
  const spelled = set('CAIRN_LLM_TOKENS_PER_DAY');
  if (spelled !== undefined && !/^\d{1,12}$/.test(spelled))
    return refused(`CAIRN_LLM_TOKENS_PER_DAY is "${spelled}"; it has to be a number of tokens.`);
  const prices = parsePrices(file, set('CAIRN_LLM_PRICE'));
  if (!prices.ok) return prices;
  return ok({
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    apiKey: set('CAIRN_LLM_API_KEY') ?? file?.apiKey ?? null,
    models,
    tokensPerDay: spelled === undefined ? (file?.tokensPerDay ?? LIMITS.modelTokensPerDay) : Number(spelled),
    prices: prices.value,
  });
};

/** `CAIRN_LLM_PRICE` is what a million tokens cost: asked, answered, and in which currency: `0.15 0.60 EUR`. */
const parsePrices = (
  file: z.infer<typeof llmFile> | undefined,
  spelled: string | undefined,
): Result<ModelPrices | null, CairnError> => {
  const { price: usual = null, prices: byModel = {}, currency = CURRENCY } = file ?? {};
  if (spelled === undefined)
    return ok(usual === null && Object.keys(byModel).length === 0 ? null : { currency, usual, byModel });
  const words = /^(\d+(?:\.\d+)?) +(\d+(?:\.\d+)?)(?: +(\S{1,8}))?$/.exec(spelled);
  if (words === null)
    return refused(
      `CAIRN_LLM_PRICE is "${spelled}"; it has to be what a million tokens cost, asked and answered, such as \`0.15 0.60 EUR\`.`,
    );
  const named = { in: Number(words[1]), out: Number(words[2]) };
  return ok({ currency: words[3] ?? currency, usual: named, byModel });
};

const refused = (message: string) => err(cairnError('invalid_input', message));

export const isHttpUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
};
