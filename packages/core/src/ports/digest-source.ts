/** What the server tells of what it holds, and gives of it by name. [SY-E5] */
import type { SyncTransport } from './transport.ts';

export type DigestSource = Pick<SyncTransport, 'digest' | 'digestRows' | 'registers'>;
