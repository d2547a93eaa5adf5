/** Finds the places of agents' settings, by platform and environment. */
import { posix, win32 } from 'node:path';
import type { Place } from './installer.ts';

export const joinPath = ({ platform }: Pick<Place, 'platform'>, ...parts: readonly string[]): string =>
  platform === 'win32' ? win32.join(...parts) : posix.join(...parts);

export const inHome = (place: Place, ...parts: readonly string[]): string =>
  joinPath(place, place.homeDir, ...parts);

export const inRoot = (place: Place, ...parts: readonly string[]): string =>
  joinPath(place, place.root, ...parts);

/** Returns the folder in a variable if it is set, else the one in the home. */
export const folderOf = (place: Place, variable: string, ...usual: readonly string[]): string => {
  const named = place.env[variable];
  return named === undefined || named === '' ? inHome(place, ...usual) : named;
};

/** Returns the folder of a program's settings: XDG on Linux, Application Support on macOS, roaming AppData on Windows. */
export const appFolder = (place: Place, name: string): string => {
  if (place.platform === 'darwin') return inHome(place, 'Library', 'Application Support', name);
  if (place.platform !== 'win32') return xdgFolder(place, name);
  return joinPath(place, folderOf(place, 'APPDATA', 'AppData', 'Roaming'), name);
};

/** Returns the folder of the settings of a program that uses XDG names on every platform. */
export const xdgFolder = (place: Place, name: string): string =>
  joinPath(place, folderOf(place, 'XDG_CONFIG_HOME', '.config'), name);
