/** A text that may change elsewhere while somebody types another one. What was typed stays until the person decides. */
import { useEffect, useState } from 'preact/hooks';
import { Button, Content } from './basics.tsx';

/** Returns the typed text. It follows `value` as long as nothing is typed that could be lost. */
export const useDraft = (value: string) => {
  const [base, setBase] = useState(value);
  const [text, setText] = useState(value);
  const take = (): void => {
    setBase(value);
    setText(value);
  };
  const isElsewhere = value !== base;
  useEffect(() => {
    if (isElsewhere && text === base) take();
  }, [value]);
  return { text, setText, take, isElsewhere };
};

interface MeanwhileProps {
  /** Null if it was removed. */
  readonly text: string | null;
  readonly take: () => void;
}

export const Meanwhile = ({ text, take }: MeanwhileProps) => (
  <div class="meanwhile">
    <p>
      {text === null
        ? 'Removed elsewhere meanwhile. Your text is still here; saving adds it again.'
        : 'Changed elsewhere meanwhile. Your text is still here; it replaces this when you save:'}
    </p>
    {text !== null && (
      <>
        <Content text={text === '' ? 'nothing' : text} />
        <Button text="Take that instead" act={take} />
      </>
    )}
  </div>
);
