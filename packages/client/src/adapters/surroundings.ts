import { arch, homedir, hostname, platform } from 'node:os';
import type { Surroundings } from '../device/paths.ts';

/** Returns what the machine tells this process. `home` replaces `CAIRN_HOME`. */
export const surroundings = (home?: string): Surroundings => ({
  env: home === undefined ? process.env : { ...process.env, CAIRN_HOME: home },
  homeDir: homedir(),
  platform: process.platform,
  cwd: process.cwd(),
});

export const hostName = (): string => hostname();

export const machine = () => ({ hostName: hostname(), os: platform(), arch: arch() });
