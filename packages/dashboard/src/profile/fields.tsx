/** Shows fields of the agent or of the person. [PG-20] */
import { PRESETS, type Profile } from '@cairn/schema';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { useForms } from '../parts/forms.ts';
import { Icon } from '../parts/icons.tsx';
import { earlierTexts, type FieldRow, sentence, typedOf, valueOfTyped } from '../pure/profile-words.ts';
import { Arriving } from './arriving.tsx';
import { Editor } from './editor.tsx';

/** A longer text is edited in more than one line. */
const LINE_CHARS = 200;

interface FieldsProps {
  readonly rows: readonly FieldRow[];
  readonly values: Profile['agent'];
  readonly reload: () => void;
}

export const Fields = ({ rows, values, reload }: FieldsProps) => {
  const forms = useForms<FieldRow>();
  return (
    <>
      <ul class="rows card profile-fields">
        {rows.map((row) => (
          <Field key={row.name} row={row} value={values[row.name]} edit={() => forms.open(row)} />
        ))}
      </ul>
      {forms.opened.value.map(({ key, of, close }) => (
        <FieldEditor key={key} row={of} value={typedOf(values[of.name])} reload={reload} close={close} />
      ))}
    </>
  );
};

interface FieldProps {
  readonly row: FieldRow;
  readonly value: string | readonly string[] | undefined;
  readonly edit: () => void;
}

const Field = ({ row: { title, spec }, value, edit }: FieldProps) => (
  <li>
    <span class="label">{title}</span>
    <span class="what">
      {value === undefined ? (
        <span class="small">{sentence(spec.help)}</span>
      ) : typeof value === 'string' ? (
        <Arriving text={value} />
      ) : (
        <span class="tags">
          {value.map((one) => (
            <span class="tag" key={one} dir="auto">
              {one}
            </span>
          ))}
        </span>
      )}
    </span>
    <button class="plain" type="button" title={value === undefined ? 'Set' : 'Edit'} onClick={edit}>
      <Icon name={value === undefined ? 'add' : 'edit'} />
      <span class="unseen">
        {value === undefined ? 'Set' : 'Edit'} {title}
      </span>
    </button>
  </li>
);

const helpOf = ({ help, isList }: FieldRow['spec'], isChoice: boolean): string =>
  `${sentence(help)}${isList === true ? ', one a line' : ''}. ${isChoice ? '“none”' : 'An empty text'} removes it.`;

interface FieldEditorProps {
  readonly row: FieldRow;
  readonly value: string;
  readonly reload: () => void;
  readonly close: () => void;
}

const FieldEditor = ({ row: { name, title, spec }, value, reload, close }: FieldEditorProps) => {
  const { api, say } = useCairn();
  const history = useLoaded('GET /v1/profile/history', { query: { field: name } }, ['profile']);
  const save = async (text: string): Promise<string | null> => {
    const done = await api.ask('PATCH /v1/profile', {
      body: { fields: { [name]: valueOfTyped(text, spec) } },
    });
    if (!done.ok) return done.error.message;
    for (const warning of done.value.warnings ?? []) say(warning);
    reload();
    return null;
  };
  return (
    <Editor
      title={title}
      help={helpOf(spec, name === 'preset' || name === 'onboarding')}
      value={value}
      present
      charsMax={spec.isList === true ? Number.POSITIVE_INFINITY : spec.charsMax}
      isLong={spec.isList === true || spec.charsMax > LINE_CHARS}
      {...(name === 'preset' ? { choices: PRESETS, isChoice: true } : {})}
      {...(name === 'onboarding' ? { choices: ['skip'], isChoice: true } : {})}
      {...(name === 'timezone' ? { choices: Intl.supportedValuesOf('timeZone') } : {})}
      earlier={earlierTexts(history.value?.versions ?? [], name, value)}
      save={save}
      close={close}
    />
  );
};
