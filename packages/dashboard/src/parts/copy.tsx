/** Copies a text, and reports it. [PG-32] */
import { useCairn } from '../app/cairn.ts';
import { Icon } from './icons.tsx';

interface CopyProps {
  readonly text: string;
  /** The name of the text, for screen readers and the tooltip. */
  readonly what: string;
}

export const Copy = ({ text, what }: CopyProps) => {
  const { browser, say } = useCairn();
  const copy = async (): Promise<void> =>
    say(
      (await browser.copy(text)) ? 'Copied.' : 'The browser did not allow copying. Select the text instead.',
    );
  return (
    <button
      class="plain copy"
      type="button"
      title={`Copy ${what}`}
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <Icon name="copy" />
    </button>
  );
};
