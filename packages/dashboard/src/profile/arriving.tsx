/** Shows a text, and highlights it for a moment when it changes. [PG-9] */
import { useRef } from 'preact/hooks';

export const Arriving = ({ text, id }: { readonly text: string; readonly id?: string }) => {
  const first = useRef(text);
  return (
    <span
      key={text}
      {...(id === undefined ? {} : { id })}
      class={text === first.current ? 'content' : 'content arrived'}
      dir="auto"
    >
      {text}
    </span>
  );
};
