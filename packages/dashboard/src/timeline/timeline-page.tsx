/** Lists all memories, newest first. */

import { LIMITS, type Memory } from '@cairn/schema';
import { useMemo, useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Button, CommandLine, Empty, Failed, Status, Waiting } from '../parts/basics.tsx';
import { useFocusHere } from '../parts/focus-back.ts';
import { Icon } from '../parts/icons.tsx';
import { MemoryFilters } from '../parts/memory-filters.tsx';
import { hasFilters, scopeOf } from '../pure/filters.ts';
import { countHidden } from '../pure/merge-list.ts';
import { hashOf } from '../pure/route.ts';
import { countOf, memoriesOf, numberOf } from '../pure/words.ts';
import { Rows } from './rows.tsx';

export const TimelinePage = () => {
  const { api, browser, forgetting, say, timeline, route, newMemories } = useCairn();
  const [toForget, setToForget] = useState<ToForget | null>(null);
  const focus = useFocusHere<HTMLHeadingElement>(toForget);
  const filters = route.value.page === 'timeline' ? route.value.query : {};
  const { tags: tag, ...scope } = scopeOf(filters);
  const query = JSON.stringify({ ...scope, tag });
  const list = useMemo(() => timeline(JSON.parse(query)), [timeline, query]);
  const total = list.total.value - countHidden(list.memories.value, forgetting.hidden.value);
  const isForgettable =
    hasFilters(filters) && total > 1 && total <= LIMITS.listLimitMax && forgetting.leaving.value.length === 0;
  const askToForget = async (): Promise<void> => {
    const found = await api.ask('GET /v1/memories', { query: { ...scope, tag, limit: LIMITS.listLimitMax } });
    if (found.ok) setToForget({ query, memories: found.value.memories });
    else say(found.error.message);
  };
  const endAsking = (): void => {
    focus.act();
    setToForget(null);
  };
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <div class="head">
        <h1 id="timeline-title" ref={focus.ref} tabIndex={-1}>
          Timeline
        </h1>
        <Status>{list.isLoaded.value && memoriesOf(total)}</Status>
        {isForgettable && (
          <Button text={`Forget these ${numberOf(total)}…`} class="danger" act={askToForget} />
        )}
        <button class="new" type="button" aria-keyshortcuts="n" onClick={() => newMemories.open(null)}>
          <Icon name="add" /> New<span> memory</span>
        </button>
      </div>
      {toForget?.query === query && (
        <ForgetThese memories={toForget.memories} project={scope.project} close={endAsking} />
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

interface ToForget {
  /** The filters that left these memories. For other filters the question is not asked. */
  readonly query: string;
  readonly memories: readonly Memory[];
}

interface ForgetTheseProps {
  readonly memories: readonly Memory[];
  readonly project: string | undefined;
  readonly close: () => void;
}

/** Forgets what the filters left when the button was pressed. Global memories are in the list of every project, so they are counted. */
const ForgetThese = ({ memories, project, close }: ForgetTheseProps) => {
  const { forgetting } = useCairn();
  const words = memoriesOf(memories.length);
  const globals = project === undefined ? 0 : memories.filter((one) => one.project === null).length;
  const forget = async (): Promise<void> =>
    forgetting.forget(
      memories.map(({ id }) => id),
      words,
    );
  return (
    <Ask title={`Forget ${words}?`} yes="Forget" act={forget} close={close}>
      This forgets all memories that these filters show, on all of your devices. This device keeps them in its
      trash for 30 days.
      {globals > 0 && (
        <strong>
          {' '}
          This includes {countOf(globals, 'global memory', 'global memories')}, which all projects use.
        </strong>
      )}
    </Ask>
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
