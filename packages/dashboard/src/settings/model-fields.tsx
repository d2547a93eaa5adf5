/** The form that chooses a model. Typed text stays, whatever arrives meanwhile. [PG-21, PG-22] */
import type { SettingsResult } from '@cairn/schema';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { Command } from '../parts/basics.tsx';
import { FormActions, typed, unsaved, useSaving } from '../parts/fields.tsx';
import { commandOf, formOf, type ModelForm, patchOf } from '../pure/model-form.ts';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly isBusy: boolean;
  readonly isSecret?: boolean;
  readonly placeholder?: string;
  readonly inputMode?: 'decimal' | 'numeric';
}

const Field = ({ label, hint, value, set, isBusy, isSecret, placeholder = '', inputMode }: FieldProps) => {
  const id = useId();
  const rest = {
    ...{ id, placeholder, autocomplete: 'off', spellcheck: false, ...typed(value, set, isBusy) },
    ...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isSecret === true ? (
        <input type="password" {...rest} />
      ) : (
        <input inputMode={inputMode ?? 'text'} {...rest} />
      )}
      {hint !== undefined && (
        <span class="small" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
};

interface ModelFieldsProps {
  readonly model: SettingsResult['model'];
  readonly close: () => void;
}

export const ModelFields = ({ model, close }: ModelFieldsProps) => {
  const { api, say } = useCairn();
  const [opened, setOpened] = useState<ModelForm>(() => formOf(model));
  const [form, setForm] = useState(opened);
  // The form may open before it is known what was saved last. It follows as long as nothing is typed.
  useEffect(() => {
    if (form !== opened) return;
    const now = formOf(model);
    setOpened(now);
    setForm(now);
  }, [model]);
  const fields = useRef<HTMLFormElement>(null);
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  const save = async (): Promise<string | null> => {
    const patch = patchOf(form);
    if (!patch.ok) return patch.error;
    const done = await api.ask('PATCH /v1/settings', { body: patch.value });
    if (!done.ok) return done.error.message;
    say('Saved. It is used from now on.');
    return null;
  };
  const { problem, isBusy, submit } = useSaving(save, close);
  const field = (name: keyof ModelForm) => ({
    isBusy,
    value: form[name],
    set: (value: string): void => setForm((before) => ({ ...before, [name]: value })),
  });
  const isSame = model !== null && form.baseUrl.trim() === model.baseUrl;
  return (
    <form
      class="fields"
      ref={fields}
      aria-label="The language model"
      onSubmit={submit}
      {...unsaved(form !== opened)}
    >
      <Field
        label="Address"
        {...field('baseUrl')}
        hint="Any endpoint of OpenAI's protocol on this machine: Ollama, LM Studio, llama.cpp."
      />
      <Field
        label="Model"
        {...field('models')}
        placeholder="qwen3:4b"
        hint="Several, separated by commas: the first is called, and the next if it fails."
      />
      <Field
        label="Key"
        isSecret
        {...field('apiKey')}
        placeholder={isSame && model.key === 'config' ? 'stays as it is' : 'none'}
        hint="Stored in config.json, which only you can read, and never shown again. It is sent only to this address."
      />
      <Field label="Tokens a day, at most" inputMode="numeric" {...field('tokensPerDay')} />
      <fieldset class="price">
        <legend>Price of a million tokens, to see costs</legend>
        <Field label="Asked" inputMode="decimal" {...field('priceIn')} placeholder="0.15" />
        <Field label="Answered" inputMode="decimal" {...field('priceOut')} placeholder="0.60" />
        <Field label="Currency" {...field('currency')} placeholder="USD" />
      </fieldset>
      <div role="alert">
        {problem !== '' && <p class="failed">{problem}</p>}
        {problem.includes('in a terminal') && <Command text={commandOf(form)} />}
      </div>
      <FormActions canSave isBusy={isBusy} close={close} />
    </form>
  );
};
