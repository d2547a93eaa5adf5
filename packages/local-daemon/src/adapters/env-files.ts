/** Settings that are secrets may lie in files: `NAME_FILE` names one whose text is the value of `NAME`. */
import { readFileSync } from 'node:fs';
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';

export type Env = Readonly<Record<string, string | undefined>>;

/** The environment with every `NAME_FILE` of those names read. A file that cannot be read is an error, not an absence. */
export const withEnvFiles = (env: Env, names: readonly string[]): Result<Env, CairnError> => {
  const read: Record<string, string> = {};
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    try {
      read[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return err(cairnError('invalid_input', `${name}_FILE cannot be read: ${reason}.`));
    }
  }
  return ok({ ...env, ...read });
};
