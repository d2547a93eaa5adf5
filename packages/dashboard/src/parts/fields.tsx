/** Parts of forms. */

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

interface ProposalsProps {
  readonly id: string;
  readonly texts: readonly string[];
}

/** Texts that the browser proposes for a field. */
export const Proposals = ({ id, texts }: ProposalsProps) => (
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

/** The buttons below a form. */
export const FormActions = ({ canSave, yes = 'Save', close }: FormActionsProps) => (
  <div class="actions">
    <button class="main" type="submit" disabled={!canSave}>
      {yes}
    </button>
    <button type="button" onClick={close}>
      Cancel
    </button>
  </div>
);
