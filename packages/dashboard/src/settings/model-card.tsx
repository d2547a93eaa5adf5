/** Shows the language model and whether it answers. Chooses another one or none. [PG-21, PG-22] */
import type { ModelTestResult, SettingsResult, StatusResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/basics.tsx';
import { useFocusBack, useFocusHere } from '../parts/focus-back.ts';
import { Pairs, Stated } from '../parts/pairs.tsx';
import { moneyOf } from '../pure/spending.ts';
import { countOf, numberOf } from '../pure/words.ts';
import { ModelFields } from './model-fields.tsx';
import { Unused } from './unused.tsx';

type Llm = StatusResult['models']['llm'];
type Model = NonNullable<SettingsResult['model']>;

const STATES: Readonly<Record<NonNullable<Llm>['state'], string>> = {
  ready: 'ready',
  resting: 'paused for a while, because it failed',
  capped: "today's tokens are used up",
};

const KEYS: Readonly<Record<Model['key'], string>> = {
  none: 'none',
  config: 'one in config.json, never shown',
  environment: 'one in the environment of the daemon, never shown',
};

export const ModelCard = ({ settings, llm }: { readonly settings: SettingsResult; readonly llm: Llm }) => {
  const { api, say } = useCairn();
  const { model, modelFixedBy, unused } = settings;
  const [isEditing, setEditing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const focus = useFocusBack();
  const heading = useFocusHere<HTMLHeadingElement>(model);
  const close = (): void => {
    focus.leave();
    setEditing(false);
  };
  const isFixed = modelFixedBy.length > 0;
  const leave = async (): Promise<void> => {
    heading.act();
    const done = await api.ask('PATCH /v1/settings', { body: { model: null } });
    if (!done.ok) heading.stay();
    say(done.ok ? 'No model is called from now on.' : done.error.message);
  };
  return (
    <div class="card">
      <h2 ref={heading.ref} tabIndex={-1}>
        Language model
      </h2>
      {model === null ? (
        <p class="small">
          No model is configured, so there are no calls and no costs. With a model, summaries read better,
          Cairn learns more from sessions, and schedules can run.
        </p>
      ) : (
        <Chosen model={model} llm={llm} />
      )}
      {unused.includes('model') && <Unused file={settings.file} what="model" />}
      {isFixed && (
        <p class="note">
          {modelFixedBy.join(', ')} in the environment of the daemon{' '}
          {modelFixedBy.length === 1 ? 'decides' : 'decide'} about it, which overrides config.json. To change
          the model here, start the daemon without these variables.
        </p>
      )}
      {isEditing ? (
        <ModelFields model={model} close={close} />
      ) : (
        <div class="actions">
          {model !== null && <TryIt key={`${model.baseUrl} ${model.models.join()}`} />}
          {!isFixed && (
            <Button
              text={model === null ? 'Choose a model' : 'Change'}
              ref={focus.ref}
              act={() => setEditing(true)}
            />
          )}
          {!isFixed && model !== null && (
            <Button text="Use none…" class="danger" act={() => setLeaving(true)} />
          )}
        </div>
      )}
      {isLeaving && (
        <Ask title="Use no model?" yes="Use none" no="Keep it" act={leave} close={() => setLeaving(false)}>
          Its address{model?.key === 'config' ? ' and its key are' : ' is'} removed from config.json. Memories
          and search stay as they are; new summaries are sentences of the memories.
        </Ask>
      )}
    </div>
  );
};

const Chosen = ({ model, llm }: { readonly model: Model; readonly llm: Llm }) => (
  <Pairs
    rows={[
      [
        'Model',
        <Stated key={0} name={model.models.join(', then ')} state={llm && [llm.state, STATES[llm.state]]} />,
      ],
      ['Address', model.baseUrl],
      ['Key', KEYS[model.key]],
      ['At most', `${numberOf(model.tokensPerDay)} tokens a day`],
      ['Price', priceText(model)],
      ['Last failure', llm?.lastError?.message ?? null],
    ]}
  />
);

const priceText = ({ price, prices, currency }: Model): string => {
  const money = (n: number): string => moneyOf(n * 1_000_000, currency ?? '');
  const own = Object.keys(prices).length;
  const rest = own === 0 ? '' : `${countOf(own, 'model')} with a price of its own`;
  if (price === null) return rest === '' ? 'not set, so no costs are shown' : rest;
  const usual = `${money(price.in)} for questions and ${money(price.out)} for answers, per million tokens`;
  return rest === '' ? usual : `${usual}; ${rest}`;
};

const TryIt = () => {
  const { api } = useCairn();
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState<{ readonly ok: boolean; readonly text: string } | null>(null);
  const ask = async (): Promise<void> => {
    setAsking(true);
    setSaid(null);
    const answer = await api.ask('POST /v1/settings/test', {});
    setSaid(answer.ok ? sentenceOf(answer.value) : { ok: false, text: answer.error.message });
    setAsking(false);
  };
  return (
    <>
      <Button text={isAsking ? 'Asking…' : 'Test the model'} class="main" disabled={isAsking} act={ask} />
      <p role="status" class={said === null ? 'unseen' : said.ok ? 'answer good' : 'answer bad'}>
        {said?.text}
      </p>
    </>
  );
};

const sentenceOf = ({ ok, answer, model, ms, tokens, problem }: ModelTestResult) => ({
  ok,
  text: ok
    ? `“${answer}”, says ${model}, after ${(ms / 1_000).toFixed(1)} s and ${countOf(tokens, 'token')}.`
    : (problem ?? 'It gave no answer.'),
});
