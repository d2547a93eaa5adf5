/** The edited text, or the reason why it was left alone. */
export type Edited =
  | { readonly kind: 'edited'; readonly text: string }
  /** The reason goes behind the file's name. */
  | { readonly kind: 'refused'; readonly reason: string };

export const edited = (text: string): Edited => ({ kind: 'edited', text });
export const refused = (reason: string): Edited => ({ kind: 'refused', reason });
