/** The embedded texts of a memory, a passage and a question, and the hashes of their vectors. [F-2] */
import { hash } from 'node:crypto';
import type { MemoryRow } from '../ports/memory-row.ts';

/** The most code points. A longer text is cut: its beginning tells its subject, and the time grows with the square of the length. */
const EMBEDDED_CHARS_MAX = 1_000;

/** Returns the text of a memory, with its key before the value: "indentation: two spaces". */
export const memoryText = ({ content, key }: Pick<MemoryRow, 'content' | 'key'>): string =>
  cut(key === null ? content : `${key.replaceAll(/[-_/]+/g, ' ')}: ${content}`);

export interface Spoken {
  readonly author: string | null;
  readonly body: string;
}

/** Returns the text of a turn after its speaker. */
export const spokenText = ({ author, body }: Spoken): string =>
  cut(author === null ? body : `${author}: ${body}`);

export const questionText = (question: string): string => cut(question);

/** Returns the first 16 bytes of SHA-256 in hex. Equal texts share it, so they are embedded once. */
export const textHashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

const cut = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.length <= EMBEDDED_CHARS_MAX ? trimmed : [...trimmed].slice(0, EMBEDDED_CHARS_MAX).join('');
};
