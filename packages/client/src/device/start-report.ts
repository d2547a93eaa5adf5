/** The message of a starting daemon to the process that started it. */
export type StartReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'held'; readonly pid: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };
