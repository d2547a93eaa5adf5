/** Says that a text changed elsewhere while somebody typed another one, which stays until the person decides. */

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
        <p class="content" dir="auto">
          {text === '' ? 'nothing' : text}
        </p>
        <button type="button" onClick={take}>
          Take that instead
        </button>
      </>
    )}
  </div>
);
