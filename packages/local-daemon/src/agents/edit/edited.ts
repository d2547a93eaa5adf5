/** Result of an edit: the new text, or the reason why nothing was edited. */
export type Edited =
  | { readonly kind: 'edited'; readonly text: string }
  /** `reason` follows the file's name in a sentence. */
  | { readonly kind: 'refused'; readonly reason: string };

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const edited = (text: string): Edited => ({ kind: 'edited', text });
export const refused = (reason: string): Edited => ({ kind: 'refused', reason });
