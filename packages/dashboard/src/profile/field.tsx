/** One text that is saved by itself. What comes from elsewhere shows at once, but not over what somebody is typing. [PG-20] */
import { useId, useState } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly isLong?: boolean;
  /** Whether it was taken. */
  readonly save: (text: string) => Promise<boolean>;
}

export const Field = ({ label, help, value, isLong = false, save }: FieldProps) => {
  /** What is typed, and what stood there when typing began; null: nobody types. */
  const [draft, setDraft] = useState<{ readonly text: string; readonly from: string } | null>(null);
  const isElsewhere = draft !== null && draft.from !== value && draft.text !== value;
  const type = (text: string): void =>
    setDraft((before) => (before === null && text === value ? null : { text, from: before?.from ?? value }));
  const keep = async (): Promise<void> => {
    if (draft !== null && (await save(draft.text))) setDraft(null);
  };
  const id = useId();
  const text = draft?.text ?? value;
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <label for={id}>
        {label} {help !== undefined && <span class="small">{help}</span>}
      </label>
      {isLong ? (
        <textarea
          id={id}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      ) : (
        <input id={id} dir="auto" value={text} onInput={({ currentTarget }) => type(currentTarget.value)} />
      )}
      {isElsewhere && (
        <p class="elsewhere" role="status">
          It was changed elsewhere meanwhile: <q dir="auto">{value}</q>
        </p>
      )}
      {draft !== null && draft.text !== value && (
        <div class="actions">
          <button class="main" type="submit">
            Save <span class="unseen">{label}</span>
          </button>
          <button type="button" onClick={() => setDraft(null)}>
            {isElsewhere ? 'Take theirs' : 'Cancel'}
          </button>
        </div>
      )}
    </form>
  );
};
