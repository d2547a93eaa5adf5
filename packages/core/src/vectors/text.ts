/** The text of a memory, a passage and a question that is embedded, and the name of its vector. [F-2] */
import { hash } from 'node:crypto';
import type { MemoryRow } from '../ports/memory-row.ts';

/** Code points; what is longer says at its beginning what it is about, and costs time by its square. */
const EMBEDDED_CHARS_MAX = 1_000;

/** The key says what a value is about: "indentation: two spaces". */
export const memoryText = ({ content, key }: Pick<MemoryRow, 'content' | 'key'>): string =>
  cut(key === null ? content : `${key.replaceAll(/[-_/]+/g, ' ')}: ${content}`);

export interface Spoken {
  readonly author: string | null;
  readonly body: string;
}

/** The speaker belongs to what is said. */
export const spokenText = ({ author, body }: Spoken): string =>
  cut(author === null ? body : `${author}: ${body}`);

export const questionText = (question: string): string => cut(question);

/** First 16 bytes of SHA-256, in hex: equal text is embedded once. */
export const textHashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

const cut = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.length <= EMBEDDED_CHARS_MAX ? trimmed : [...trimmed].slice(0, EMBEDDED_CHARS_MAX).join('');
};
