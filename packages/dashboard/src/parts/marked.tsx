import { highlight } from '../pure/highlight.ts';

/** A text in which what was looked for stands out. */
export const Marked = ({ text, terms }: { readonly text: string; readonly terms: readonly string[] }) => (
  <>
    {highlight(text, terms).map(({ text: piece, isMatch }, at) =>
      isMatch ? <mark key={at}>{piece}</mark> : piece,
    )}
  </>
);
