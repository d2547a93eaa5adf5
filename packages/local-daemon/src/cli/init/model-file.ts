/** The language model in config.json. Everything else in the file stays. */
import { err, ok, type Result } from '@cairn/schema';
import {
  type ConfigFile,
  configText,
  firstModel,
  withModel as modelIntoFile,
  readConfigFile,
} from '../../services/settings/config-text.ts';
import { type Failure, failure } from '../failure.ts';
import type { ModelWish, Present } from './plan.ts';

/** `text`: of the file, null when there is none. */
export const readSettings = (text: string | null, path: string): Result<ConfigFile, Failure> => {
  const read = readConfigFile(text);
  return read === null
    ? err(failure('bad_file', `${path} cannot be read as settings. Mend it or move it away.`))
    : ok(read);
};

export const modelIn = (all: ConfigFile): Present['model'] => {
  const llm = firstModel(all);
  const name = llm?.models?.[0];
  return name === undefined || llm?.baseUrl === undefined ? null : { name, url: llm.baseUrl };
};

export const withModel = (all: ConfigFile, wish: Exclude<ModelWish, { kind: 'as_is' }>): string =>
  configText(
    modelIntoFile(
      all,
      wish.kind === 'none'
        ? null
        : {
            ...{ baseUrl: wish.url, models: [wish.name] },
            ...(wish.key === null ? {} : { apiKey: wish.key }),
          },
    ),
  );
