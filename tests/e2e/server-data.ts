import { cp } from 'node:fs/promises';
import { inject } from 'vitest';

/** The data folder of a new server, as `tests/global-server-data.ts` has made one. */
export const newServerData = (folder: string): Promise<void> =>
  cp(inject('serverData'), folder, { recursive: true });
