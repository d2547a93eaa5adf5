/** Parts of forms. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useModal } from './ask.tsx';
import { Button, Refusal } from './basics.tsx';

/** The value of a field, and its setter. While it is saved, a field takes no text, which would be lost when the form closes. */
export const typed = (value: string, set: (value: string) => void, isBusy = false) => ({
  value,
  readOnly: isBusy,
  onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    set(currentTarget.value),
});

/** Does the work of a form instead of sending it. */
export const submits = (work: () => unknown) => (event: Event) => {
  event.preventDefault();
  void work();
};

export type Option = readonly [value: string, label: string];

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly choose: (value: string) => void;
  /** The class of the label. */
  readonly class?: string;
}

export const Select = ({ label, value, options, choose, class: name }: SelectProps) => (
  <label class={name}>
    <span>{label}</span>
    <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

type DayFieldProps = Pick<SelectProps, 'label' | 'value' | 'choose'>;

export const DayField = ({ label, value, choose }: DayFieldProps) => (
  <label>
    <span>{label}</span>
    <input type="date" value={value} onChange={({ currentTarget }) => choose(currentTarget.value)} />
  </label>
);

/** Texts that the browser proposes for a field. */
export const Proposals = ({ id, texts }: { readonly id: string; readonly texts: readonly string[] }) => (
  <datalist id={id}>
    {texts.map((text) => (
      <option key={text} value={text} />
    ))}
  </datalist>
);

interface FormActionsProps {
  readonly canSave: boolean;
  /** Default: `Save`. */
  readonly yes?: string;
  readonly close: () => void;
}

/** The buttons below a form. While it is saved, they keep the focus, and nothing can be taken back. */
export const FormActions = ({
  canSave,
  isBusy,
  yes = 'Save',
  close,
}: FormActionsProps & { readonly isBusy: boolean }) => (
  <div class="actions">
    <button class="main" type="submit" disabled={!canSave} aria-disabled={isBusy || undefined}>
      {isBusy ? 'Saving…' : yes}
    </button>
    <Button text="Cancel" disabled={isBusy} act={close} />
  </div>
);

/** Saves a form, once at a time. `save`: returns why it was refused; null if it was saved. */
export const useSaving = (save: () => Promise<string | null>, saved?: () => void) => {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** A second click may come before the next rendering. */
  const isSaving = useRef(false);
  const submit = submits(async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    // A form whose buttons wait for ever would take its text along.
    const refused = await save().finally(() => {
      isSaving.current = false;
      setBusy(false);
    });
    setProblem(refused ?? '');
    if (refused === null) saved?.();
  });
  return { problem, isBusy, submit };
};

/** Marks a form whose text would be lost. Before the page or the view is left, the browser asks. */
export const unsaved = (isUnsaved: boolean) => ({ 'data-unsaved': isUnsaved ? '' : undefined });

interface FormDialogProps extends FormActionsProps {
  readonly title: string;
  readonly isUnsaved: boolean;
  readonly class?: string;
  readonly save: () => Promise<string | null>;
  /** The fields. While they are saved, they take no text, which would be lost when the form closes. */
  readonly children: (isBusy: boolean, submit: (event: Event) => void) => ComponentChildren;
  /** Follows the buttons. */
  readonly below?: ComponentChildren;
}

export const FormDialog = (props: FormDialogProps) => {
  const { title, class: name, canSave, isUnsaved, yes = 'Save', save, close, children, below } = props;
  const modal = useModal();
  const id = useId();
  const { problem, isBusy, submit } = useSaving(async () => (canSave ? save() : ''), close);
  // A dialog that Escape closes while it is saved is only hidden. If saving fails, the text is shown again.
  const isHidden = useRef(false);
  const leave = (): void => {
    if (isBusy) isHidden.current = true;
    else close();
  };
  useEffect(() => {
    if (isBusy || !isHidden.current) return;
    isHidden.current = false;
    // Somebody who types in another form meanwhile finishes that one first.
    const show = (): void => {
      const other = document.querySelector('dialog[open]');
      if (other === null) modal.current?.showModal();
      else other.addEventListener('close', show, { once: true });
    };
    show();
  }, [isBusy]);
  return (
    <dialog class={name} ref={modal} onClose={leave} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <form onSubmit={submit} {...unsaved(isUnsaved)}>
        {children(isBusy, submit)}
        <Refusal text={problem} />
        <FormActions canSave={canSave} isBusy={isBusy} yes={yes} close={close} />
        {below}
      </form>
    </dialog>
  );
};
