import { cp } from 'node:fs/promises';
import { inject } from 'vitest';

/** Copies the data folder of a new server, as made by `tests/global-server-data.ts`. */
export const newServerData = (folder: string): Promise<void> =>
  cp(inject('serverData'), folder, { recursive: true });
