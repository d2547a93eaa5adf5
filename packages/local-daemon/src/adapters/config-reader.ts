/** config.json with the environment, and the files of secrets that it names. */
import type { Paths } from '@cairn/client/device';
import { type CairnError, ok, type Result } from '@cairn/schema';
import { type Config, parseConfig } from '../config.ts';
import { EMBED_NAMES } from '../config-embed.ts';
import { STORE_NAMES } from '../config-store.ts';
import { type Env, withEnvFiles } from './env-files.ts';

const LLM_NAMES = ['CAIRN_LLM_API_KEY', 'CAIRN_LLM_BASE_URL', 'CAIRN_LLM_MODEL'] as const;

export interface ConfigReader {
  /** With what the files hold. */
  readonly env: Env;
  /** `text`: of config.json, null when there is none. */
  parse(text: string | null): Result<Config, CairnError>;
}

export const createConfigReader = (
  paths: Pick<Paths, 'config'>,
  given: Env,
  hostName: string,
): Result<ConfigReader, CairnError> => {
  const env = withEnvFiles(given, [...LLM_NAMES, ...EMBED_NAMES, ...STORE_NAMES]);
  if (!env.ok) return env;
  return ok({
    env: env.value,
    parse: (text) => parseConfig({ file: text, path: paths.config, env: env.value, hostName }),
  });
};
