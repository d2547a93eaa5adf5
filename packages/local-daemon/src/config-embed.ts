/** Chooses the embedder: the built-in one, an added one, an endpoint, or none. [F-3, F-30] */
import type { Fusion } from '@cairn/core';
import { type Checked, defined, LIMITS, ok, refuseInput } from '@cairn/schema';
import * as z from 'zod';

const endpointFile = z.looseObject({
  off: z.boolean().optional(),
  /** `built-in`, `endpoint`, or the name of an added embedder. Default: the endpoint if it has an address, else `built-in`. */
  use: z.string().optional(),
  baseUrl: z.string().optional(),
  apiKey: z.string().optional(),
  model: z.string().optional(),
  /** The length of the vectors, for models that can shorten them. */
  dimensions: z.number().int().min(1).max(LIMITS.embedDimensionsMax).optional(),
  /** How scores are combined: the rule, the cosine's share, and the least cosine of a memory that matches no word. [F-4] */
  fusion: z.enum(['cosine', 'min_max']).optional(),
  vectorWeight: z.number().min(0).max(1).optional(),
  cosineMin: z.number().min(-1).max(1).optional(),
});
type EndpointFile = z.infer<typeof endpointFile>;

/** `embeddings` of config.json: one endpoint, or several with the same model. The environment overrides the first. [SU-8] */
export const embedFile = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(endpointFile).min(1).max(LIMITS.modelEndpointsMax),
);

export type EmbedConfig =
  | { readonly kind: 'off' }
  | { readonly kind: 'local' }
  /** An added embedder by its name. [F-30] */
  | { readonly kind: 'added'; readonly name: string; readonly fusion: Fusion }
  | {
      readonly kind: 'endpoint';
      readonly baseUrl: string;
      readonly apiKey: string | null;
      readonly model: string;
      /** The length of the vectors; null for the model's default. */
      readonly dimensions: number | null;
      /** The endpoints that are used, in this order, if the first one fails. */
      readonly others: readonly { readonly baseUrl: string; readonly apiKey: string | null }[];
      readonly fusion: Fusion;
    };

/** The default for an embedder that was not measured: words and meaning count equally. */
const FUSION: Fusion = { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0.25 };

/** Environment variables of the endpoint. `NAME_FILE` may name a file with the value of `NAME`. */
export const EMBED_NAMES = ['CAIRN_EMBED_BASE_URL', 'CAIRN_EMBED_API_KEY', 'CAIRN_EMBED_MODEL'] as const;

export const parseEmbed = (
  files: EndpointFile | readonly EndpointFile[],
  env: Readonly<Record<string, string | undefined>>,
): Checked<EmbedConfig> => {
  const set = (name: string): string | null => (env[name] === '' ? null : (env[name] ?? null));
  const [file = {}, ...others] = [files].flat();
  const wish = set('CAIRN_EMBED') ?? (file.off === true ? 'off' : 'on');
  // `use-lite` named an embedder of older versions. The built-in one replaced it.
  if (wish !== 'off' && wish !== 'on' && wish !== 'use-lite')
    return refuseInput(`CAIRN_EMBED is "${wish}"; it must be \`on\` or \`off\`.`);
  if (wish === 'off') return ok({ kind: 'off' });
  // As before, no text leaves the device, also if the file names an endpoint.
  if (wish === 'use-lite') return ok({ kind: 'local' });
  const isNamed = set('CAIRN_EMBED_BASE_URL') === null && file.use !== undefined && file.use !== 'endpoint';
  const baseUrl = set('CAIRN_EMBED_BASE_URL') ?? file.baseUrl ?? null;
  if (isNamed && file.use !== 'built-in')
    return ok({ kind: 'added', name: file.use ?? '', fusion: fusionOf(file) });
  if (isNamed || (baseUrl === null && file.use === undefined)) return ok({ kind: 'local' });
  const model = set('CAIRN_EMBED_MODEL') ?? file.model ?? null;
  if (baseUrl === null || !isUrl(baseUrl) || model === null || !others.every((one) => isUrl(one.baseUrl)))
    return refuseInput(
      'An endpoint for embeddings needs a URL and a model: CAIRN_EMBED_BASE_URL (such as http://127.0.0.1:11434/v1) and CAIRN_EMBED_MODEL.',
    );
  const other = others.find((one) => (one.model ?? model) !== model || one.dimensions !== file.dimensions);
  if (other !== undefined)
    return refuseInput(
      `The endpoints of \`embeddings\` must all run one model with vectors of one length: vectors of ${other.model ?? model} and ${model} cannot be compared.`,
    );
  return ok({
    kind: 'endpoint',
    baseUrl,
    apiKey: set('CAIRN_EMBED_API_KEY') ?? file.apiKey ?? null,
    model,
    dimensions: file.dimensions ?? null,
    others: others.map((one) => ({ baseUrl: one.baseUrl ?? '', apiKey: one.apiKey ?? null })),
    fusion: fusionOf(file),
  });
};

/** Returns config.json's settings for combining scores, for any embedder. [F-4] */
export const fusionIn = (files: EndpointFile | readonly EndpointFile[]): Partial<Fusion> => {
  const [{ fusion, vectorWeight, cosineMin } = {}] = [files].flat();
  return defined({ rule: fusion, vectorWeight, cosineMin });
};

const fusionOf = (file: EndpointFile): Fusion => ({ ...FUSION, ...fusionIn(file) });

export const isUrl = (spelled: string | undefined): boolean =>
  /^https?:\/\/\S+$/.test(spelled ?? '') && URL.canParse(spelled ?? '');
