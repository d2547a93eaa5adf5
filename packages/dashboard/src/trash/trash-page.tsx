/** Lists what was forgotten on this device within 30 days. Restores it, or erases it for good. [PG-8] */
import type { RemovedResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Answer, Button, Content, Empty, Page } from '../parts/basics.tsx';
import { useFocusHere } from '../parts/focus-back.ts';
import { agoOf, countOf, dateOf, memoriesOf, numberOf, restoredWords } from '../pure/words.ts';

type Trashed = RemovedResult['memories'][number];

/** The open question, and the ids that it is about. An agent may forget more while it is open. */
interface Doomed {
  readonly title: string;
  readonly ids: readonly string[];
  /** The trash that was shown, if the question is about all of it, and the list does not hold all. */
  readonly all: RemovedResult | null;
}

const allOf = (shown: RemovedResult): Doomed => ({
  title: 'Empty the trash?',
  ids: shown.memories.map(({ id }) => id),
  all: shown.memories.length < shown.total ? shown : null,
});

export const TrashPage = () => {
  const { api, say } = useCairn();
  const { value, failure, reload } = useLoaded('GET /v1/trash', {}, ['changed']);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const focus = useFocusHere<HTMLHeadingElement>(value);
  /** Null restores all. */
  const restore = async (ids: readonly string[] | null): Promise<void> => {
    focus.act();
    const done = await api.ask('POST /v1/trash/restore', { body: ids === null ? {} : { ids } });
    say(done.ok ? restoredWords(done.value, 'in the trash') : done.error.message);
    reload();
  };
  const isStill = async ({ memories, total }: RemovedResult): Promise<boolean> => {
    const now = await api.ask('GET /v1/trash', {});
    return now.ok && now.value.total === total && now.value.memories[0]?.id === memories[0]?.id;
  };
  const erase = async (): Promise<void> => {
    if (doomed === null) return;
    focus.act();
    if (doomed.all !== null && !(await isStill(doomed.all))) {
      say('Nothing was erased: the trash changed meanwhile.');
      return reload();
    }
    const body = doomed.all === null ? { ids: doomed.ids } : {};
    const done = await api.ask('POST /v1/trash/empty', { body });
    say(done.ok ? `Erased ${memoriesOf(done.value.ended)} for good.` : done.error.message);
    reload();
  };
  return (
    <Page title="Trash" titleRef={focus.ref} note={value !== null && memoriesOf(value.total)}>
      <p class="lead">
        Memories that were forgotten on this device stay here for 30 days, and no search or context shows
        them. The server and other devices delete them at once. A device that receives many deletions at once
        keeps copies.
      </p>
      <Answer of={{ value, failure }} />
      {value?.total === 0 && <Empty title="The trash is empty" />}
      {value !== null && value.total > 0 && (
        <>
          <div class="actions">
            {value.total > 1 && (
              <Button text={`Restore all ${numberOf(value.total)}`} act={() => restore(null)} />
            )}
            <Button text="Empty the trash…" class="danger" act={() => setDoomed(allOf(value))} />
          </div>
          <ul class="things" aria-label="Forgotten memories">
            {value.memories.map((one) => (
              <TrashRow
                key={one.id}
                one={one}
                restore={() => void restore([one.id])}
                erase={() => setDoomed({ title: 'Erase for good?', ids: [one.id], all: null })}
              />
            ))}
          </ul>
          {value.total > value.memories.length && (
            <p class="small">
              {countOf(value.total - value.memories.length, 'more memory', 'more memories')}, forgotten
              earlier.
            </p>
          )}
        </>
      )}
      {doomed !== null && (
        <Ask title={doomed.title} yes="Erase for good" act={erase} close={() => setDoomed(null)}>
          This cannot be undone.
        </Ask>
      )}
    </Page>
  );
};

interface TrashRowProps {
  readonly one: Trashed;
  readonly restore: () => void;
  readonly erase: () => void;
}

const TrashRow = ({ one, restore, erase }: TrashRowProps) => {
  const { browser } = useCairn();
  return (
    <li class="trashed">
      <Content text={one.content} />
      <p class="line">
        <span>
          forgotten <time dateTime={one.removedAt}>{agoOf(one.removedAt, browser.nowMs())}</time>, kept until{' '}
          {dateOf(one.until)}
        </span>
        {one.project !== null && <span class="project">{one.project}</span>}
        {one.key !== null && <span class="key">{one.key}</span>}
        {one.tags.map((tag) => (
          <span class="tag" key={tag}>
            {tag}
          </span>
        ))}
      </p>
      <div class="actions">
        <Button text="Restore" act={restore} />
        <Button text="Erase…" class="plain" act={erase} />
      </div>
    </li>
  );
};
