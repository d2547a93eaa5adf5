/** Shows the language model and whether it answers. Chooses another one or none. [PG-21, PG-22] */
import type { ModelTestResult, SettingsResult, StatusResult } from '@cairn/schema';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { useModal } from '../parts/ask.tsx';
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

interface ModelCardProps {
  readonly settings: SettingsResult;
  readonly llm: Llm;
}

export const ModelCard = ({ settings, llm }: ModelCardProps) => {
  const { api, say } = useCairn();
  const { model, modelFixedBy, unused } = settings;
  const [isEditing, setEditing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isFixed = modelFixedBy.length > 0;
  const leave = async (): Promise<void> => {
    const done = await api.ask('PATCH /v1/settings', { body: { model: null } });
    say(done.ok ? 'No model is called from now on.' : done.error.message);
    setLeaving(false);
  };
  return (
    <div class="card">
      <h2>Language model</h2>
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
        <ModelFields model={model} close={() => setEditing(false)} />
      ) : (
        <div class="actions">
          {model !== null && <TryIt key={`${model.baseUrl} ${model.models.join()}`} />}
          {!isFixed && (
            <button type="button" onClick={() => setEditing(true)}>
              {model === null ? 'Choose a model' : 'Change'}
            </button>
          )}
          {!isFixed && model !== null && (
            <button class="danger" type="button" onClick={() => setLeaving(true)}>
              Use none…
            </button>
          )}
        </div>
      )}
      {isLeaving && (
        <AskFirst
          title="Use no model?"
          yes="Use none"
          no="Keep it"
          act={() => void leave()}
          close={() => setLeaving(false)}
        >
          <p>
            Its address{model?.key === 'config' ? ' and its key are' : ' is'} removed from config.json.
            Memories and search stay as they are; new summaries are sentences of the memories.
          </p>
        </AskFirst>
      )}
    </div>
  );
};

const Chosen = ({ model, llm }: { readonly model: Model; readonly llm: Llm }) => (
  <dl class="pairs">
    <div>
      <dt>Model</dt>
      <dd>
        <strong>{model.models.join(', then ')}</strong>{' '}
        {llm !== null && <span class={`state ${llm.state}`}>{STATES[llm.state]}</span>}
      </dd>
    </div>
    <div>
      <dt>Address</dt>
      <dd>{model.baseUrl}</dd>
    </div>
    <div>
      <dt>Key</dt>
      <dd>{KEYS[model.key]}</dd>
    </div>
    <div>
      <dt>At most</dt>
      <dd>{numberOf(model.tokensPerDay)} tokens a day</dd>
    </div>
    <div>
      <dt>Price</dt>
      <dd>{priceText(model)}</dd>
    </div>
    {llm?.lastError != null && (
      <div>
        <dt>Last failure</dt>
        <dd>{llm.lastError.message}</dd>
      </div>
    )}
  </dl>
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
      <button class="main" type="button" disabled={isAsking} onClick={() => void ask()}>
        {isAsking ? 'Asking…' : 'Test the model'}
      </button>
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

/** Asks before something that no key can undo. */
interface AskFirstProps {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly act: () => void;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

const AskFirst = ({ title, yes, no, act, close, children }: AskFirstProps) => {
  const modal = useModal();
  return (
    <dialog aria-labelledby="ask-first-title" onClose={close} ref={modal}>
      <h2 id="ask-first-title">{title}</h2>
      {children}
      <div class="actions">
        <button class="danger" type="button" onClick={act}>
          {yes}
        </button>
        <button type="button" onClick={close}>
          {no}
        </button>
      </div>
    </dialog>
  );
};
