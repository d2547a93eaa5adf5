/** Shows the embedder, which finds by meaning, and its progress. [PG-22] */
import type { EmbedderStatus, SettingsResult } from '@cairn/schema';
import { CommandLine } from '../parts/basics.tsx';
import { Pairs, Stated } from '../parts/pairs.tsx';
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

const textsOf = (vectors: number, { pending, aside, asideReason }: EmbedderStatus): string => {
  const waiting = pending === 0 ? 'none waits' : `${numberOf(pending)} wait`;
  const unfit = aside === 0 ? '' : `, ${numberOf(aside)} of them set aside: ${asideReason ?? ''}`;
  return `${numberOf(vectors)} with a vector, ${waiting}${unfit}`;
};

export const EmbedderCard = ({ settings }: { readonly settings: SettingsResult }) => {
  const { kind, baseUrl, key, status, vectors } = settings.embedder;
  return (
    <div class="card">
      <h2>Search by meaning</h2>
      <p>{KINDS[kind]}</p>
      {status !== null && (
        <Pairs
          rows={[
            ['Embedder', <Stated key={0} name={status.name} state={[status.state, STATES[status.state]]} />],
            ['Address', baseUrl],
            ['Key', baseUrl === null ? null : KEYS[key]],
            ['Texts', textsOf(vectors, status)],
            ['Problem', status.problem],
          ]}
        />
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
        <CommandLine text="cairn embedder list" />
        <CommandLine text={`cairn down && ${kind === 'off' ? '' : 'CAIRN_EMBED=off '}cairn up`} />
        <CommandLine text="cairn down && CAIRN_EMBED_BASE_URL=http://127.0.0.1:11434/v1 CAIRN_EMBED_MODEL=nomic-embed-text cairn up" />
      </details>
      {status !== null && status.pending > 0 && (
        <p class="small">{countOf(status.pending, 'text')} are found by words until then.</p>
      )}
    </div>
  );
};
