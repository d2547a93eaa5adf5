/** Shows the embedder, which finds by meaning, and its progress. [PG-22] */
import type { EmbedderStatus, SettingsResult } from '@cairn/schema';
import { Command } from '../parts/states.tsx';
import { countOf, numberOf } from '../pure/words.ts';
import { Unused } from './unused.tsx';

const STATES: Readonly<Record<EmbedderStatus['state'], string>> = {
  missing: 'not installed',
  cold: 'at rest',
  ready: 'ready',
  failing: 'failing',
};

const KINDS = {
  off: 'Switched off: search is by words.',
  local: 'The built-in embedder, on this machine. It supports eight languages.',
  added: 'An embedder that you added, on this machine.',
  endpoint: 'An endpoint of your own.',
} as const;

const KEYS = { none: 'none', config: 'one in config.json', environment: 'one in the environment' } as const;

export const EmbedderCard = ({ settings }: { readonly settings: SettingsResult }) => {
  const { kind, baseUrl, key, status, vectors } = settings.embedder;
  return (
    <div class="card">
      <h2>Search by meaning</h2>
      <p>{KINDS[kind]}</p>
      {status !== null && (
        <dl class="pairs">
          <div>
            <dt>Embedder</dt>
            <dd>
              <strong>{status.name}</strong>{' '}
              <span class={`state ${status.state}`}>{STATES[status.state]}</span>
            </dd>
          </div>
          {baseUrl !== null && (
            <>
              <div>
                <dt>Address</dt>
                <dd>{baseUrl}</dd>
              </div>
              <div>
                <dt>Key</dt>
                <dd>{KEYS[key]}</dd>
              </div>
            </>
          )}
          <div>
            <dt>Texts</dt>
            <dd>
              {numberOf(vectors)} with a vector,{' '}
              {status.pending === 0 ? 'none waits' : `${numberOf(status.pending)} wait`}
              {status.aside > 0 &&
                `, ${numberOf(status.aside)} of them set aside: ${status.asideReason ?? ''}`}
            </dd>
          </div>
          {status.problem !== null && (
            <div>
              <dt>Problem</dt>
              <dd>{status.problem}</dd>
            </div>
          )}
        </dl>
      )}
      {settings.unused.includes('embedder') && <Unused file={settings.file} what="embedder" />}
      <details>
        <summary>To change it</summary>
        <p class="small">
          To use another model, such as one for your languages, run <code>cairn embedder</code>. It is chosen
          when the daemon starts, by its environment or <code>embeddings</code> in config.json. With another
          one {vectors === 0 ? 'every text' : `each of the ${numberOf(vectors)} texts that have a vector`} is
          embedded again in the background.
        </p>
        <p>
          <Command text="cairn embedder list" />
        </p>
        <p>
          <Command text={`cairn down && ${kind === 'off' ? '' : 'CAIRN_EMBED=off '}cairn up`} />
        </p>
        <p>
          <Command text="cairn down && CAIRN_EMBED_BASE_URL=http://127.0.0.1:11434/v1 CAIRN_EMBED_MODEL=nomic-embed-text cairn up" />
        </p>
      </details>
      {status !== null && status.pending > 0 && (
        <p class="small">{countOf(status.pending, 'text')} are found by words until then.</p>
      )}
    </div>
  );
};
