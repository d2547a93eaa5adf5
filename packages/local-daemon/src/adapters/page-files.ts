/** Reads the files of the built page, which are beside the daemon's program. [PG-1] */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export type PageFiles = ReturnType<typeof createPageFiles>;

const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/page/' : './page/', import.meta.url),
);
/** Names as the build writes them: no folders, no leading dots. */
const NAME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/i;

export const createPageFiles = () => ({
  /** Returns null if there is no such file. */
  read: async (name: string) => {
    if (!NAME.test(name)) return null;
    return readFile(`${FOLDER}/${name}`).catch(() => null);
  },
});
