/** Edits of config.json, as data: everything that is not meant stays as it is. */
import type { ModelPatch } from '@cairn/schema';
import * as z from 'zod';

const endpoint = z.looseObject({
  baseUrl: z.string().optional(),
  apiKey: z.string().optional(),
  models: z.array(z.string()).optional(),
});

const configFile = z.looseObject({
  /** One, or several in the order in which they are asked: the first one is what can be changed. [SU-8] */
  llm: z.union([endpoint, z.array(endpoint).min(1)]).optional(),
  projects: z.record(z.string(), z.string()).optional(),
  /** As with `llm`, the first one says which embedder is used. */
  embeddings: z.union([z.looseObject({}), z.array(z.looseObject({})).min(1)]).optional(),
});
export type ConfigFile = z.infer<typeof configFile>;

/** `text`: of the file, null when there is none. Null: it cannot be read. */
export const readConfigFile = (text: string | null): ConfigFile | null => {
  try {
    const parsed = configFile.safeParse(text === null ? {} : JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

/** The endpoint that is asked first. */
export const firstModel = ({ llm }: ConfigFile): z.infer<typeof endpoint> | undefined =>
  Array.isArray(llm) ? llm[0] : llm;

export const configText = (all: ConfigFile): string => `${JSON.stringify(all, null, 2)}\n`;

/** Null: none, also of those behind the first. A key is for one address: it is not sent to another. */
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
    ...(currency === undefined ? {} : { currency }),
  };
  return { ...rest, llm: Array.isArray(llm) ? [next, ...llm.slice(1)] : next };
};

/** Null: as it is without a choice. */
export const withEmbedder = (all: ConfigFile, use: string | null): ConfigFile => {
  const { embeddings = {}, ...rest } = all;
  const [first = {}, ...others] = [embeddings].flat();
  const { use: before, ...kept } = { use: undefined, ...first };
  if (before === undefined && use === null) return all;
  const next = use === null ? kept : { ...kept, use };
  return { ...rest, embeddings: Array.isArray(embeddings) ? [next, ...others] : next };
};

/** Null takes a name away. */
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
