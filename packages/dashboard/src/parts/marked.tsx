import { highlight } from '../pure/highlight.ts';

/** Shows a text with the searched words marked. */
export const Marked = ({ text, terms }: { readonly text: string; readonly terms: readonly string[] }) => (
  <>
    {highlight(text, terms).map(({ text: piece, isMatch }, at) =>
      isMatch ? <mark key={at}>{piece}</mark> : piece,
    )}
  </>
);
