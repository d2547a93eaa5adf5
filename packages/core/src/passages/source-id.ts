/** Ids of sources; they never leave the device. */
import { hash } from 'node:crypto';

/** The same file, the same id. */
export const documentId = (path: string): string => `doc_${hash('sha256', path, 'hex').slice(0, 32)}`;

/** Whatever a session is called elsewhere, it is never taken for a document. */
export const sessionSourceId = (session: string): string => `ses_${session}`;

/** SE-1: of a name in a scope. A global one is its name, so that an imported transcript of that name is the same session. */
export const sessionIdOf = (name: string, scope: string, scopeId: string): string =>
  scope === GLOBAL_SCOPE && scopeId === ''
    ? sessionSourceId(name)
    : `sess_${hash('sha256', JSON.stringify([name, scope, scopeId]), 'hex').slice(0, 32)}`;

export const GLOBAL_SCOPE = 'global';

/** SHA-256 of the text, in hex. */
export const textHashOf = (text: string): string => hash('sha256', text, 'hex');
