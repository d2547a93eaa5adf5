/**
 * What a call needs to start another program: an absolute path, an environment from an allow-list, and a folder outside of projects.
 * Programs are started without a shell. The caller's PATH and folder have no influence. [TR-11]
 */
import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { orElse } from '@cairn/schema';

type Env = Readonly<Record<string, string | undefined>>;

const isWindows = process.platform === 'win32';

/** The folders in which a program's name is looked up, in this order. */
export const PROGRAM_FOLDERS: readonly string[] = isWindows
  ? ['C:\\Windows\\System32', 'C:\\Windows']
  : [
      ...['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/opt/homebrew/bin'],
      // NixOS has its programs here only.
      '/run/current-system/sw/bin',
    ];

/** The working folder of started programs. It belongs to no project. */
export const NEUTRAL_FOLDER = '/';

/** Returns the absolute path of a program, or an absolute `name` itself. Null for a relative path, or a program in none of the folders. */
export const findProgram = (name: string): string | null => {
  if (isAbsolute(name)) return name;
  if (/[\\/]/.test(name)) return null;
  const file = isWindows && !/\.\w+$/.test(name) ? `${name}.exe` : name;
  return PROGRAM_FOLDERS.map((folder) => join(folder, file)).find(isFile) ?? null;
};

const isFile = (path: string): boolean => orElse(() => statSync(path).isFile(), false);

/** Returns why the program was not started and what helps, without a full stop. */
export const missingProgram = (name: string): string =>
  `there is no program "${name}" in ${PROGRAM_FOLDERS.join(', ')}; give the absolute path of a program elsewhere`;

/** Variables for the user, the home and the language, and those that Windows needs to start a program. */
const PLAIN = [
  ...['HOME', 'USER', 'LOGNAME', 'LANG', 'LANGUAGE', 'LC_*', 'TZ', 'TMPDIR', 'TEMP', 'TMP'],
  ...['SystemRoot', 'windir', 'USERPROFILE', 'USERNAME', 'APPDATA', 'LOCALAPPDATA', 'ProgramData'],
];
/** Variables that lead to the person's screen and session services. */
const SESSION = [
  ...['XDG_*', 'DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY'],
  ...['WSL_DISTRO_NAME', 'WSL_INTEROP'],
];
/** Variables of the daemon: its settings, Node's options, and proxies. */
const DAEMON = [
  ...['CAIRN_*', 'NODE_*', 'MALLOC_ARENA_MAX', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'],
  ...['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
];

const LISTS = { plain: PLAIN, session: [...PLAIN, ...SESSION], daemon: [...PLAIN, ...SESSION, ...DAEMON] };

/** Returns the environment of a program: the variables of an allow-list, where `*` matches any end of a name, and a fixed PATH. */
export const programEnv = (list: keyof typeof LISTS, env: Env = process.env): Record<string, string> => {
  const isListed = (name: string): boolean =>
    LISTS[list].some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isListed(name) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), PATH: PROGRAM_FOLDERS.join(isWindows ? ';' : ':') };
};
