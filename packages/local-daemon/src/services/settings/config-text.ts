/** Edits config.json as data. Settings that an edit does not name stay as they are. */
import type { ModelPatch } from '@cairn/schema';
import * as z from 'zod';
import { jsonOfConfig } from '../../config.ts';

const endpoint = z.looseObject({
  baseUrl: z.string().optional(),
  apiKey: z.string().optional(),
  models: z.array(z.string()).optional(),
});

const configFile = z.looseObject({
  /** One endpoint, or several in the order in which they are asked. Only the first one can be changed. [SU-8] */
  llm: z.union([endpoint, z.array(endpoint).min(1)]).optional(),
  projects: z.record(z.string(), z.string()).optional(),
  /** One embedder, or several. As with `llm`, the first one says which embedder is used. */
  embeddings: z.union([z.looseObject({}), z.array(z.looseObject({})).min(1)]).optional(),
});
export type ConfigFile = z.infer<typeof configFile>;

/** Parses the file's text; null is no file. Returns null if it cannot be parsed. */
export const readConfigFile = (text: string | null): ConfigFile | null =>
  configFile.safeParse(jsonOfConfig(text)).data ?? null;

/** Returns the endpoint that is asked first. */
export const firstModel = ({ llm }: ConfigFile): z.infer<typeof endpoint> | undefined =>
  Array.isArray(llm) ? llm[0] : llm;

export const configText = (all: ConfigFile): string => `${JSON.stringify(all, null, 2)}\n`;

/**
 * Sets the first endpoint. A `wish` of null removes all endpoints. A key belongs to one address, so another address
 * does not get it.
 */
export const withModel = (all: ConfigFile, wish: ModelPatch | null): ConfigFile => {
  const { llm, ...rest } = all;
  if (wish === null) return rest;
  const { apiKey, price, tokensPerDay, currency, ...named } = wish;
  const first = firstModel(all);
  const kept = first?.baseUrl === named.baseUrl ? first.apiKey : undefined;
  const next = {
    ...first,
    ...named,
    apiKey: apiKey === undefined ? kept : (apiKey ?? undefined),
    ...(tokensPerDay === undefined ? {} : { tokensPerDay }),
    ...(price === undefined ? {} : { price: price ?? undefined }),
    ...(currency === undefined ? {} : { currency: currency ?? undefined }),
  };
  return { ...rest, llm: Array.isArray(llm) ? [next, ...llm.slice(1)] : next };
};

/** Sets the choice of embedder. Null removes the choice. */
export const withEmbedder = (all: ConfigFile, use: string | null): ConfigFile => {
  const { embeddings = {}, ...rest } = all;
  const [first = {}, ...others] = [embeddings].flat();
  const { use: before, ...kept } = { use: undefined, ...first };
  if (before === undefined && use === null) return all;
  const next = use === null ? kept : { ...kept, use };
  return { ...rest, embeddings: Array.isArray(embeddings) ? [next, ...others] : next };
};

/** Changes aliases. Null removes a name. */
export const withAliases = (
  all: ConfigFile,
  changes: Readonly<Record<string, string | null>>,
): ConfigFile => {
  const { projects = {}, ...rest } = all;
  const merged = Object.entries({ ...projects, ...changes }).flatMap(([name, project]) =>
    project === null ? [] : [[name, project] as const],
  );
  return merged.length === 0 ? rest : { ...rest, projects: Object.fromEntries(merged) };
};
