/** Lists all memories, newest first. */
import { LIMITS } from '@cairn/schema';
import { useMemo, useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Icon } from '../parts/icons.tsx';
import { MemoryFilters } from '../parts/memory-filters.tsx';
import { CommandLine, Empty, Failed, Waiting } from '../parts/states.tsx';
import { hasFilters, scopeOf } from '../pure/filters.ts';
import { hashOf } from '../pure/route.ts';
import { memoriesOf, numberOf } from '../pure/words.ts';
import { Rows } from './rows.tsx';

export const TimelinePage = () => {
  const { api, browser, forgetting, say, timeline, route, isWritingNew } = useCairn();
  const [isAsking, setAsking] = useState(false);
  const filters = route.value.page === 'timeline' ? route.value.query : {};
  const { tags: tag, ...scope } = scopeOf(filters);
  const query = JSON.stringify({ ...scope, tag });
  const list = useMemo(() => timeline(JSON.parse(query)), [timeline, query]);
  const total = list.total.value;
  const isForgettable =
    hasFilters(filters) && total > 1 && total <= LIMITS.listLimitMax && forgetting.leaving.value.length === 0;
  const forgetThese = async (): Promise<void> => {
    const found = await api.ask('GET /v1/memories', { query: { ...scope, tag, limit: LIMITS.listLimitMax } });
    if (!found.ok) return say(found.error.message);
    const ids = found.value.memories.map(({ id }) => id);
    forgetting.forget(ids, memoriesOf(ids.length));
  };
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <div class="head">
        <h1 id="timeline-title">Timeline</h1>
        <p class="small" role="status">
          {list.isLoaded.value && memoriesOf(total)}
        </p>
        {isForgettable && (
          <button class="danger" type="button" onClick={() => setAsking(true)}>
            Forget these {numberOf(total)}…
          </button>
        )}
        <button class="new" type="button" aria-keyshortcuts="n" onClick={() => (isWritingNew.value = true)}>
          <Icon name="add" /> New<span> memory</span>
        </button>
      </div>
      {isAsking && (
        <Ask
          title={`Forget ${memoriesOf(total)}?`}
          yes="Forget"
          act={forgetThese}
          close={() => setAsking(false)}
        >
          This forgets all memories that these filters show, on all of your devices. This device keeps them in
          its trash for 30 days.
        </Ask>
      )}
      <MemoryFilters filters={filters} change={(chosen) => browser.go(hashOf('timeline', chosen), true)} />
      {list.failure.value !== null && <Failed failure={list.failure.value} />}
      {!list.isLoaded.value && list.failure.value === null && list.memories.value.length === 0 && <Waiting />}
      {list.isLoaded.value && list.memories.value.length === 0 ? (
        <Nothing isFiltered={hasFilters(filters)} />
      ) : (
        <Rows list={list} />
      )}
    </section>
  );
};

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="Nothing matches these filters">
      <p>
        <a href="#/timeline">Show everything</a>
      </p>
    </Empty>
  ) : (
    <Empty title="No memories yet">
      <p>
        Write one here with <kbd>n</kbd>, or save something in a terminal, and it appears here:
      </p>
      <CommandLine text={'cairn save "Prefers pnpm to npm"'} />
      <p>Or let your agents save memories by themselves:</p>
      <CommandLine text="cairn install" />
    </Empty>
  );
