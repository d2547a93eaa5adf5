/** A row with an earlier text, and a button that uses it again. [PG-20] */
import { useCairn } from '../app/cairn.ts';
import { agoOf } from '../pure/words.ts';

interface KeptTextProps {
  readonly text: string;
  /** What was done with it, and when. */
  readonly was: string;
  readonly at: string;
  /** The label of the button. */
  readonly again: string;
  readonly use: () => void;
}

export const KeptText = ({ text, was, at, again, use }: KeptTextProps) => {
  const { browser } = useCairn();
  return (
    <li>
      <span class="what">
        <span class="content" dir="auto">
          {text}
        </span>
        <span class="small place">
          {was} {agoOf(at, browser.nowMs())}
        </span>
      </span>
      <button type="button" onClick={use}>
        {again}
        <span class="unseen"> {text}</span>
      </button>
    </li>
  );
};
