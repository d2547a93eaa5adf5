import type { Method } from '../adapters/api.ts';

/** Of the profile, by its path below it. False: it was refused, and that was said. */
export type Change = (method: Method, path: string, body?: object) => Promise<boolean>;
