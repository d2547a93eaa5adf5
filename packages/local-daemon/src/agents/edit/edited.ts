/** The edited text, or the reason why it was not edited. */
export type Edited =
  | { readonly kind: 'edited'; readonly text: string }
  /** The reason follows the file's name. */
  | { readonly kind: 'refused'; readonly reason: string };

export const edited = (text: string): Edited => ({ kind: 'edited', text });
export const refused = (reason: string): Edited => ({ kind: 'refused', reason });
