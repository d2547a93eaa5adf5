/** The field for a memory's text, with the number of its characters; Ctrl+Enter saves. */
import { useId } from 'preact/hooks';
import { TooLong } from '../parts/basics.tsx';
import { typed } from '../parts/fields.tsx';
import { countOf, numberOf } from '../pure/words.ts';

interface ContentFieldProps {
  readonly label: string;
  readonly content: string;
  readonly charsMax: number;
  readonly isBusy: boolean;
  readonly change: (content: string) => void;
  readonly save: (event: Event) => void;
}

/** Returns the number of characters of the text as it is saved. */
export const charsOf = (content: string): number => [...content.trim()].length;

export const ContentField = ({ label, content, charsMax, isBusy, change, save }: ContentFieldProps) => {
  const chars = charsOf(content);
  const id = useId();
  return (
    <>
      <label>
        <span class="small">{label}</span>
        <textarea
          dir="auto"
          aria-describedby={id}
          {...typed(content, change, isBusy)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event);
          }}
        />
      </label>
      <p class="small" id={id}>
        {chars > charsMax
          ? `${countOf(chars - charsMax, 'character')} too many`
          : `${numberOf(chars)} of ${numberOf(charsMax)} characters`}
      </p>
      <TooLong isSo={chars > charsMax} />
    </>
  );
};
