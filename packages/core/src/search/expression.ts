/** A question with operators, read. [F-14] */
export type Expression =
  | { readonly kind: 'term'; readonly term: string }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Expression[] }
  | { readonly kind: 'without'; readonly wanted: Expression; readonly unwanted: Expression };
