import { readlinkSync, statSync } from 'node:fs';
import { arch, homedir, hostname, platform, userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { orElse } from '@cairn/schema';
import type { Surroundings } from '../device/paths.ts';
import { NEUTRAL_FOLDER } from './programs.ts';

/** Returns what the machine tells this process. `home` replaces `CAIRN_HOME`. */
export const surroundings = (home?: string): Surroundings => ({
  env: home === undefined ? ownEnv() : { ...ownEnv(), CAIRN_HOME: home },
  homeDir: homedir(),
  platform: process.platform,
  cwd: workingFolder(),
});

/** Returns the environment. After `su` or `sudo -E`, `XDG_RUNTIME_DIR` is still the first user's, and is left out. */
const ownEnv = (): Surroundings['env'] => {
  const { XDG_RUNTIME_DIR: folder, ...others } = process.env;
  return folder === undefined || orElse(() => statSync(folder).uid === process.getuid?.(), false)
    ? process.env
    : others;
};

/** Returns the working folder. One that was removed meanwhile still has the name that the shell or Linux knows. */
export const workingFolder = (): string => {
  try {
    return process.cwd();
  } catch {
    // Some shells pass on an empty PWD then.
    const { PWD } = process.env;
    return PWD !== undefined && isAbsolute(PWD) ? PWD : orElse(removedFolder, NEUTRAL_FOLDER);
  }
};

const removedFolder = (): string => readlinkSync('/proc/self/cwd').replace(/ \(deleted\)$/, '');

export const hostName = (): string => hostname();

export const machine = () => ({ hostName: hostname(), os: platform(), arch: arch() });

/**
 * Makes HOME of this process absolute. Takes the account's folder if HOME is missing or empty, and `/` if the user has no account: then
 * a command fails with a sentence that names the folder.
 */
export const settleHome = (): void => {
  const { HOME } = process.env;
  if (process.platform === 'win32' || (HOME !== undefined && isAbsolute(HOME))) return;
  try {
    process.env.HOME = HOME ? resolve(HOME) : userInfo().homedir;
  } catch {
    process.env.HOME = NEUTRAL_FOLDER;
  }
};
