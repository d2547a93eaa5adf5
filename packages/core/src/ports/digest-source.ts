/** The server's account of what it holds, and the registers that it gives by name. [SY-E5] */
import type { SyncTransport } from './transport.ts';

export type DigestSource = Pick<SyncTransport, 'digest' | 'digestRows' | 'registers'>;
