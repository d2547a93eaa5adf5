/** Reads the newest version of a package with npm, from npm's configured registry. Runs only when a person asks. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram, NEUTRAL_FOLDER, programEnv } from '@cairn/client/device';
import { parseJson } from '@cairn/schema';

const ANSWER_MS_MAX = 20_000;
/** Options for JSON and against further requests, such as for a newer npm. */
const PLAIN = ['--json', '--no-update-notifier', '--fetch-retries=0'];

export type Newest =
  | { readonly kind: 'version'; readonly version: string }
  /** `foreign`: another program has the name. `unknown`: the registry has no such package. `silent`: no answer, or no npm. */
  | { readonly kind: 'foreign' | 'unknown' | 'silent' };

type Env = Readonly<Record<string, string | undefined>>;

export const newestVersion = (packageName: string, mcpName: string | null, env: Env): Newest => {
  const npm = npmWords();
  if (npm === null) return { kind: 'silent' };
  const [program = '', ...words] = npm;
  const asked = spawnSync(program, [...words, 'view', packageName, 'version', 'mcpName', ...PLAIN], {
    ...{ encoding: 'utf8', timeout: ANSWER_MS_MAX, windowsHide: true, cwd: NEUTRAL_FOLDER },
    env: { ...programEnv('session', env), ...npmEnv(env) },
  });
  const answer = parseJson(asked.stdout ?? '');
  // If only one of the two fields exists, npm prints its bare value.
  const { version, mcpName: said } = Object(typeof answer === 'string' ? { version: answer } : answer);
  if (typeof version === 'string' && /^\d+\.\d+\.\d+[\w.+-]*$/.test(version))
    return said === mcpName ? { kind: 'version', version } : { kind: 'foreign' };
  return { kind: JSON.stringify(answer ?? null).includes('E404') ? 'unknown' : 'silent' };
};

/** Returns the words that run npm: the copy beside this Node, else the system's. Null without npm. */
const npmWords = (): readonly string[] | null => {
  const folder = dirname(process.execPath);
  const beside = [join(folder, '../lib/node_modules'), join(folder, 'node_modules')]
    .map((modules) => join(modules, 'npm/bin/npm-cli.js'))
    .find(existsSync);
  if (beside !== undefined) return [process.execPath, beside];
  const found = findProgram('npm');
  return found === null ? null : [found];
};

/** Variables that choose the registry and the proxy. */
const npmEnv = (env: Env) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^(?:npm_config_\w+|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i.test(name),
    ),
  );
