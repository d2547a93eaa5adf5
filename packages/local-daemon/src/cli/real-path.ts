import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { orElse } from '@cairn/schema';

/** Returns the path with links resolved. If nothing is there, returns the path itself. */
export const realPath = (path: string): string => orElse(() => realpathSync(path), path);

export const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

export const isWithin = (path: string, folder: string): boolean => path === folder || isBelow(path, folder);
