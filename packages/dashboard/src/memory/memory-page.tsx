/** Shows one memory: its text, its source, its earlier versions, and what can be done with it. [PG-12] */
import { type BodyOf, LABELLED_NAMES, type Memory, type MemoryUse } from '@cairn/schema';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { useKeys } from '../app/keys.ts';
import { Button, Content, Empty, Failed, Page, Waiting } from '../parts/basics.tsx';
import { Copy } from '../parts/copy.tsx';
import { useForms } from '../parts/forms.ts';
import { Icon } from '../parts/icons.tsx';
import { sourceName } from '../parts/memory-line.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Why } from '../parts/why.tsx';
import type { FilterValues } from '../pure/filters.ts';
import { hashOf } from '../pure/route.ts';
import { usesText } from '../pure/uses.ts';
import { countOf, cutAt, timeOf } from '../pure/words.ts';
import { Chain } from './chain.tsx';
import { Supersede } from './supersede.tsx';
import { Tags } from './tags.tsx';

const LABEL_CHARS = 60;

export const MemoryPage = ({ id }: { readonly id: string }) => {
  /** What somebody rewords. The draft stays, whatever happens to the memory meanwhile. */
  const forms = useForms<Memory>();
  return (
    <>
      <Found id={id} reword={forms.open} />
      {forms.opened.value.map(({ key, of, close }) => (
        <Supersede key={key} memory={of} close={close} />
      ))}
    </>
  );
};

const Found = ({ id, reword }: { readonly id: string; readonly reword: (memory: Memory) => void }) => {
  const { forgetting, browser } = useCairn();
  // A change of another version concerns this one too, and the event does not name it.
  const found = useLoaded('GET /v1/memories/:id', { at: { id } }, ['changed']);
  const history = useLoaded('GET /v1/memories/:id/history', { at: { id } }, ['changed']);
  const forget = (memory: Memory): void => {
    forgetting.forget([memory.id], cutAt(memory.content, LABEL_CHARS));
    // Returns to the previous view, at the same place.
    if (browser.canGoBack()) browser.back();
    else browser.go('#/timeline', false);
  };
  const memory = found.value?.memory ?? null;
  if (found.failure !== null)
    return (
      <Page title="Memory">
        {found.failure.kind === 'missing' ? (
          <Empty title="This memory does not exist">
            <p>It was forgotten on this or another device, or it never existed.</p>
            <p>
              <a href="#/timeline">Back to the timeline</a>
            </p>
          </Empty>
        ) : (
          <Failed failure={found.failure} />
        )}
      </Page>
    );
  if (memory === null) return <Waiting />;
  if (forgetting.hidden.value.has(memory.id))
    return (
      <Page title="Memory">
        <Empty title="This memory is being forgotten">
          <p>
            Undo, or <kbd>z</kbd>, brings it back.
          </p>
        </Empty>
      </Page>
    );
  return (
    <Page
      title={memory.key ?? 'Memory'}
      class="memory"
      note={
        memory.id === id ? undefined : 'The memory that you opened was replaced. This is the current one.'
      }
    >
      <Shown
        key={memory.id}
        memory={memory}
        uses={found.value?.uses ?? []}
        reload={found.reload}
        reword={() => reword(memory)}
        forget={() => forget(memory)}
      />
      {history.value !== null && <Chain history={history.value} id={memory.id} />}
    </Page>
  );
};

interface ShownProps {
  readonly memory: Memory;
  readonly uses: readonly MemoryUse[];
  readonly reload: () => void;
  readonly reword: () => void;
  readonly forget: () => void;
}

const Shown = ({ memory, uses, reload, reword, forget }: ShownProps) => {
  const { api, say } = useCairn();
  const patch = async (body: BodyOf<'PATCH /v1/memories/:id'>): Promise<boolean> => {
    const done = await api.ask('PATCH /v1/memories/:id', { at: { id: memory.id }, body });
    if (!done.ok) say(done.error.message);
    reload();
    return done.ok;
  };
  const pin = (): void => void patch({ pinned: !memory.pinned });
  useKeys({ p: pin, e: reword, f: forget });
  return (
    <>
      <div class="card said">
        <Content text={memory.content} />
      </div>
      <div class="actions">
        <button type="button" aria-pressed={memory.pinned} onClick={pin}>
          <Icon name="pin" /> {memory.pinned ? 'Pinned' : 'Pin'}
        </button>
        <Button text="Replace…" act={reword} />
        <Button text="Forget" class="danger" act={forget} />
        <Copy text={memory.content} what="the memory" />
      </div>
      <Tags tags={memory.tags} change={patch} />
      <Provenance memory={memory} uses={uses} />
      <Why id={memory.id} label={memory.content} hasActions={false} />
    </>
  );
};

const TRUST_WORDS: Readonly<Record<Memory['trust'], string>> = {
  high: 'high: said by a person',
  normal: 'normal',
  low: 'low: found by search, never given to an agent by itself',
  held: 'held for review: no search finds it, and no agent is given it',
};

const Provenance = ({ memory, uses }: Pick<ShownProps, 'memory' | 'uses'>) => {
  const { project, device, source, trust, namespace, key, seen } = memory;
  const pairs: readonly (readonly [name: string, value: string | null])[] = [
    ['Project', project ?? 'global'],
    ['Saved', timeOf(memory.createdAt)],
    ['Changed', memory.updatedAt === memory.createdAt ? null : timeOf(memory.updatedAt)],
    ['Device', device.name],
    ...LABELLED_NAMES.map(({ name, label }) => [label, memory[name]] as const),
    ['Source', sourceName(source)],
    ['Trust', TRUST_WORDS[trust]],
    ['Key', key === null ? null : `${namespace ?? 'default'} / ${key}`],
    ['Seen', seen === undefined ? null : `${countOf(seen.count, 'time')}, last ${timeOf(seen.last)}`],
    ['Given', usesText(uses)],
    ['Id', memory.id],
  ];
  const filters: Readonly<Record<string, FilterValues | undefined>> = {
    Project: project === null ? undefined : { project },
    Device: { device: device.id },
    Agent: memory.agent === null ? undefined : { agent: memory.agent },
    Source: { source },
  };
  return (
    <Pairs
      class="pairs card"
      rows={pairs.map(([name, value]) => [
        name,
        value && (
          <>
            {filters[name] === undefined ? value : <a href={hashOf('timeline', filters[name])}>{value}</a>}
            {name === 'Id' && <Copy text={value} what="the id" />}
          </>
        ),
      ])}
    />
  );
};
