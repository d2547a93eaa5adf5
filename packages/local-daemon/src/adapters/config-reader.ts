/** Reads config.json with the environment, and the files of secrets that it names. */
import { readFileSync } from 'node:fs';
import { isInTheWay, type Paths } from '@cairn/client/device';
import { type Checked, errorText, ok, refuseInput } from '@cairn/schema';
import { type Config, parseConfig } from '../config.ts';
import { EMBED_NAMES } from '../config-embed.ts';
import { STORE_NAMES } from '../config-store.ts';
import { readPrivateFile } from './private-file.ts';

const LLM_NAMES = ['CAIRN_LLM_API_KEY', 'CAIRN_LLM_BASE_URL', 'CAIRN_LLM_MODEL'] as const;

export interface ConfigReader {
  /** The environment, with the secrets from the files that it names. */
  readonly env: Env;
  /** Parses the text of config.json; null if the file does not exist. */
  parse(text: string | null): Checked<Config>;
  /** Reads the present config.json. */
  load(): Checked<Config>;
}

export const createConfigReader = (
  paths: Pick<Paths, 'config'>,
  given: Env,
  hostName: string,
): Checked<ConfigReader> => {
  const env = withEnvFiles(given, [...LLM_NAMES, ...EMBED_NAMES, ...STORE_NAMES]);
  if (!env.ok) return env;
  const parse: ConfigReader['parse'] = (text) =>
    parseConfig({ file: text, path: paths.config, env: env.value, hostName });
  return ok({
    ...{ env: env.value, parse },
    load: () =>
      isInTheWay(paths.config)
        ? refuseInput(`${paths.config} is not a file. Move it away, then try again.`)
        : parse(readPrivateFile(paths.config)),
  });
};

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment with secrets from files: `NAME_FILE` names a file whose text is the value of `NAME`. An unreadable or empty
 * file is an error, and does not count as unset. Both at once are an error too.
 */
export const withEnvFiles = (env: Env, names: readonly string[]): Checked<Env> => {
  const read: Record<string, string> = {};
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    if ((env[name] ?? '') !== '') {
      const problem = `${name} and ${name}_FILE are both set: set one of them.`;
      return refuseInput(problem);
    }
    try {
      if (isInTheWay(path)) return refuseInput(`${name}_FILE names ${path}, which is not a file.`);
      const value = readFileSync(path, 'utf8').trim();
      if (value === '') return refuseInput(`${name}_FILE names ${path}, which is empty.`);
      read[name] = value;
    } catch (error) {
      return refuseInput(`${name}_FILE cannot be read: ${errorText(error)}.`);
    }
  }
  return ok({ ...env, ...read });
};
