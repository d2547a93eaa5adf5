/** Reads the files of the built page, which are beside the daemon's program. [PG-1] */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface PageFiles {
  /** Returns null if there is no such file. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

const FOLDER = import.meta.url.endsWith('.ts') ? '../../dist/page/' : './page/';
/** Names as the build writes them: no folders, no leading dots. */
const NAME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/i;

export const createPageFiles = (folder = fileURLToPath(new URL(FOLDER, import.meta.url))): PageFiles => ({
  read: async (name) => {
    if (!NAME.test(name)) return null;
    return readFile(`${folder}/${name}`).catch(() => null);
  },
});
