/** The language model in config.json. Everything else in the file stays. */
import { err, ok, type Result } from '@cairn/schema';
import * as z from 'zod';
import { type Failure, failure } from '../failure.ts';
import type { ModelWish, Present } from './plan.ts';

const settings = z.looseObject({
  llm: z
    .looseObject({
      baseUrl: z.string().optional(),
      apiKey: z.string().optional(),
      models: z.array(z.string()).optional(),
    })
    .optional(),
});
type Settings = z.infer<typeof settings>;

/** `text`: of the file, null when there is none. */
export const readSettings = (text: string | null, path: string): Result<Settings, Failure> => {
  try {
    const parsed = settings.safeParse(text === null ? {} : JSON.parse(text));
    if (parsed.success) return ok(parsed.data);
  } catch {
    // Said below.
  }
  return err(failure('bad_file', `${path} cannot be read as settings. Mend it or move it away.`));
};

export const modelIn = ({ llm }: Settings): Present['model'] => {
  const name = llm?.models?.[0];
  return name === undefined || llm?.baseUrl === undefined ? null : { name, url: llm.baseUrl };
};

export const withModel = (all: Settings, wish: Exclude<ModelWish, { kind: 'as_is' }>): string => {
  const { llm, ...rest } = all;
  // A key is for one address: it is not sent to another.
  const key =
    wish.kind === 'endpoint' ? (wish.key ?? (llm?.baseUrl === wish.url ? llm.apiKey : undefined)) : undefined;
  const next =
    wish.kind === 'none'
      ? rest
      : {
          ...rest,
          llm: {
            ...llm,
            baseUrl: wish.url,
            models: [wish.name],
            apiKey: key,
          },
        };
  return `${JSON.stringify(next, null, 2)}\n`;
};
