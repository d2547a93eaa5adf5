/** Ids of sources. They never leave the device. */
import { hash } from 'node:crypto';

/** Returns the id of a document, which depends only on its path. */
export const documentId = (path: string): string => `doc_${hash('sha256', path, 'hex').slice(0, 32)}`;

/** Returns the id of a session. Its prefix keeps it apart from ids of documents. */
export const sessionSourceId = (session: string): string => `ses_${session}`;

/** Returns what `sessionSourceId` made the id of. */
export const sessionKeyOf = (id: string): string => id.slice(sessionSourceId('').length);

/** SE-1: returns a named session's id. In the global scope, an imported transcript of that name has the same id. */
export const sessionIdOf = (name: string, scope: string, scopeId: string): string =>
  scope === GLOBAL_SCOPE && scopeId === ''
    ? sessionSourceId(name)
    : `sess_${hash('sha256', JSON.stringify([name, scope, scopeId]), 'hex').slice(0, 32)}`;

export const GLOBAL_SCOPE = 'global';

/** Returns the SHA-256 of the text in hex. */
export const textHashOf = (text: string): string => hash('sha256', text, 'hex');
