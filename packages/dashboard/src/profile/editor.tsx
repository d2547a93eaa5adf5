/** An editor of the profile. Typed text stays, whatever changes elsewhere meanwhile. [PG-20] */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { TooLong } from '../parts/basics.tsx';
import { FormDialog, Proposals, typed } from '../parts/fields.tsx';
import { Meanwhile, useDraft } from '../parts/meanwhile.tsx';
import { KeptText } from './kept-text.tsx';

export interface EditorProps {
  readonly title: string;
  readonly help: string;
  /** The stored text, which may change while somebody types. */
  readonly value: string;
  /** False if it was removed elsewhere meanwhile. Saving then adds it again. */
  readonly present: boolean;
  readonly charsMax: number;
  readonly isLong: boolean;
  /** Choices, or proposals for a line. */
  readonly choices?: readonly string[];
  readonly isChoice?: boolean;
  readonly earlier: readonly { readonly text: string; readonly at: string }[];
  /** Further fields, such as a section. */
  readonly more?: ComponentChildren;
  readonly hasMore?: boolean;
  /** Returns why the text was refused; null if it was saved. */
  readonly save: (text: string) => Promise<string | null>;
  readonly close: () => void;
}

export const Editor = (props: EditorProps) => {
  const { title, help, value, present, charsMax, save, close } = props;
  const { text, setText, take, isElsewhere } = useDraft(value);
  const id = useId();
  const chars = [...text.trim()].length;
  const isSame = text.trim() === value && present && props.hasMore !== true;
  return (
    <FormDialog
      class="wide"
      title={title}
      isUnsaved={!isSame}
      canSave={!isSame && chars <= charsMax}
      save={() => save(text)}
      close={close}
      below={<Earlier earlier={props.earlier} use={setText} />}
    >
      {(isBusy, submit) => (
        <>
          {props.more}
          <div class="field">
            <label for={id}>{help}</label>
            <Typed {...props} id={id} text={text} isBusy={isBusy} set={setText} submit={submit} />
          </div>
          <p class="small" id={`${id}-length`}>
            {lengthWords(chars, charsMax)}
          </p>
          <TooLong isSo={chars > charsMax} />
          <div role="status">
            {isElsewhere && text !== value && <Meanwhile text={present ? value : null} take={take} />}
          </div>
        </>
      )}
    </FormDialog>
  );
};

/** Shows the length only near the limit. */
const lengthWords = (chars: number, charsMax: number): string =>
  chars > charsMax
    ? `${chars - charsMax} characters too many`
    : chars > charsMax / 2
      ? `${chars} of ${charsMax} characters`
      : '';

interface TypedProps extends EditorProps {
  readonly id: string;
  readonly text: string;
  readonly isBusy: boolean;
  readonly set: (text: string) => void;
  readonly submit: (event: Event) => void;
}

const Typed = ({ id, text, isBusy, set, submit, isLong, isChoice, choices }: TypedProps) => {
  if (isChoice === true)
    return (
      <select id={id} value={text} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <option value="">none</option>
        {choices?.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    );
  if (isLong)
    return (
      <textarea
        id={id}
        dir="auto"
        aria-describedby={`${id}-length`}
        {...typed(text, set, isBusy)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      />
    );
  return (
    <>
      <input
        id={id}
        dir="auto"
        aria-describedby={`${id}-length`}
        autocomplete="off"
        list={choices === undefined ? undefined : `${id}-choices`}
        {...typed(text, set, isBusy)}
      />
      {choices !== undefined && <Proposals id={`${id}-choices`} texts={choices} />}
    </>
  );
};

interface EarlierProps {
  readonly earlier: EditorProps['earlier'];
  readonly use: (text: string) => void;
}

const Earlier = ({ earlier, use }: EarlierProps) =>
  earlier.length === 0 ? null : (
    <details>
      <summary>Earlier versions ({earlier.length})</summary>
      <ul class="rows earlier">
        {earlier.map(({ text, at }) => (
          <KeptText key={at + text} text={text} was="set" at={at} again="Use again" use={() => use(text)} />
        ))}
      </ul>
    </details>
  );
