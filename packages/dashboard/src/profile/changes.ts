/** What is changed of rules and tool notes. [PG-20] */
import type { ProfileDocument } from '@cairn/schema';
import type { Method } from '../adapters/api.ts';

export type Item = ProfileDocument['sections'][number]['items'][number] & { readonly section: string };
/** Why it was not taken; null when it was. */
export type Change = (method: Method, path: string, body?: object) => Promise<string | null>;
