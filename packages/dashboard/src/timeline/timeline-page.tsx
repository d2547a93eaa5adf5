/** Everything that is remembered, the newest first. */
import { useMemo } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { Icon } from '../parts/icons.tsx';
import { Command, Empty, Failed, Waiting } from '../parts/states.tsx';
import { memoriesOf } from '../pure/words.ts';
import { Filters, listQuery } from './filters.tsx';
import { Rows } from './rows.tsx';

export const TimelinePage = () => {
  const { timeline, route, isWritingNew } = useCairn();
  const filters = route.value.page === 'timeline' ? route.value.query : {};
  const query = JSON.stringify(listQuery(filters));
  const list = useMemo(() => timeline(JSON.parse(query)), [timeline, query]);
  const isFiltered = query !== '{}';
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <div class="head">
        <h1 id="timeline-title">Timeline</h1>
        <p class="small" role="status">
          {list.isLoaded.value && memoriesOf(list.total.value)}
        </p>
        <button class="new" type="button" aria-keyshortcuts="n" onClick={() => (isWritingNew.value = true)}>
          <Icon name="add" /> New memory
        </button>
      </div>
      <Filters filters={filters} />
      {list.failure.value !== null && <Failed failure={list.failure.value} />}
      {!list.isLoaded.value && list.failure.value === null && list.memories.value.length === 0 && <Waiting />}
      {list.isLoaded.value && list.memories.value.length === 0 ? (
        <Nothing isFiltered={isFiltered} />
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
    <Empty title="Nothing is remembered yet">
      <p>
        Write one here with <kbd>n</kbd>, or save something in a terminal, and it appears here:
      </p>
      <p>
        <Command text={'cairn save "Prefers pnpm to npm"'} />
      </p>
      <p>Or let your agents remember by themselves:</p>
      <p>
        <Command text="cairn install" />
      </p>
    </Empty>
  );
