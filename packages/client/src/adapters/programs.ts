/**
 * How other programs are started, all of them: by an absolute path, with nothing that a shell reads, an environment that is listed, in a
 * folder that no project is in. The caller's PATH and folder decide nothing. [TR-11]
 */
import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

const isWindows = process.platform === 'win32';

/** Where a program that is given by its name is looked for, in this order. */
export const PROGRAM_FOLDERS: readonly string[] = isWindows
  ? ['C:\\Windows\\System32', 'C:\\Windows']
  : [
      ...['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/opt/homebrew/bin'],
      // NixOS has its programs here only.
      '/run/current-system/sw/bin',
    ];

/** Started programs stand here: the daemon's folder, and no project's. */
export const NEUTRAL_FOLDER = '/';

/** The absolute path of a program; null when its path is relative, or it is in none of the folders. */
export const findProgram = (name: string): string | null => {
  if (isAbsolute(name)) return name;
  if (/[\\/]/.test(name)) return null;
  const file = isWindows && !/\.\w+$/.test(name) ? `${name}.exe` : name;
  return PROGRAM_FOLDERS.map((folder) => join(folder, file)).find(isFile) ?? null;
};

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** Why it was not started, and what would help; without a full stop. */
export const missingProgram = (name: string): string =>
  `there is no program "${name}" in ${PROGRAM_FOLDERS.join(', ')}; a program that lies elsewhere needs its absolute path`;

/** The person, the place and the language; and the variables without which Windows starts nothing. */
const PLAIN = [
  ...['HOME', 'USER', 'LOGNAME', 'LANG', 'LANGUAGE', 'LC_*', 'TZ', 'TMPDIR', 'TEMP', 'TMP'],
  ...['SystemRoot', 'windir', 'USERPROFILE', 'USERNAME', 'APPDATA', 'LOCALAPPDATA', 'ProgramData'],
];
/** The way to the person's screen and to the services of their session. */
const SESSION = [
  ...['XDG_*', 'DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY'],
  ...['WSL_DISTRO_NAME', 'WSL_INTEROP'],
];
/** The daemon's: its own settings, how Node runs, and how the network is reached. */
const DAEMON = [
  ...['CAIRN_*', 'NODE_*', 'MALLOC_ARENA_MAX', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'],
  ...['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
];

const LISTS = { plain: PLAIN, session: [...PLAIN, ...SESSION], daemon: [...PLAIN, ...SESSION, ...DAEMON] };

/** The part of an environment that a program gets; PATH is always the same. A star stands for any end of a name. */
export const programEnv = (list: keyof typeof LISTS, env: Env = process.env): Record<string, string> => {
  const isListed = (name: string): boolean =>
    LISTS[list].some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isListed(name) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), PATH: PROGRAM_FOLDERS.join(isWindows ? ';' : ':') };
};
