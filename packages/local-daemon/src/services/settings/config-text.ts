/** Edits of config.json, as data: everything that is not meant stays as it is. */
import type { ModelPatch } from '@cairn/schema';
import * as z from 'zod';

const configFile = z.looseObject({
  llm: z
    .looseObject({
      baseUrl: z.string().optional(),
      apiKey: z.string().optional(),
      models: z.array(z.string()).optional(),
    })
    .optional(),
  projects: z.record(z.string(), z.string()).optional(),
  embeddings: z.looseObject({}).optional(),
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

export const configText = (all: ConfigFile): string => `${JSON.stringify(all, null, 2)}\n`;

/** Null: none. A key is for one address: it is not sent to another. */
export const withModel = (all: ConfigFile, wish: ModelPatch | null): ConfigFile => {
  const { llm, ...rest } = all;
  if (wish === null) return rest;
  const { apiKey, price, tokensPerDay, currency, ...named } = wish;
  const kept = llm?.baseUrl === named.baseUrl ? llm.apiKey : undefined;
  return {
    ...rest,
    llm: {
      ...llm,
      ...named,
      apiKey: apiKey === undefined ? kept : (apiKey ?? undefined),
      ...(tokensPerDay === undefined ? {} : { tokensPerDay }),
      ...(price === undefined ? {} : { price: price ?? undefined }),
      ...(currency === undefined ? {} : { currency }),
    },
  };
};

/** Null: as it is without a choice. */
export const withEmbedder = (all: ConfigFile, use: string | null): ConfigFile => {
  const { embeddings, ...rest } = all;
  const { use: before, ...kept } = { use: undefined, ...embeddings };
  const next = use === null ? kept : { ...kept, use };
  return before === undefined && use === null ? all : { ...rest, embeddings: next };
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
