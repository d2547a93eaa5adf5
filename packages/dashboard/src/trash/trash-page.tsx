/** Lists the memories in the trash of this device, which keeps them for 30 days. Restores them, or erases them for good. [PG-8] */
import type { RemovedResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Answer, Button, Content, Empty, Page } from '../parts/basics.tsx';
import { useFocusHere } from '../parts/focus-back.ts';
import { agoOf, countOf, cutAt, dateOf, memoriesOf, numberOf, restoredWords } from '../pure/words.ts';

const LABEL_CHARS = 60;

type Trashed = RemovedResult['memories'][number];

/** What the open question would erase. Only the shown memories are erased, because an agent may forget more while it is open. */
interface EraseQuestion {
  readonly title: string;
  readonly ids: readonly string[];
  /**
   * Set if the question is about the whole trash, and the list shows only a part of it. Then the ids do not suffice: the whole trash is
   * erased, provided that it has not changed since it was shown.
   */
  readonly shownTrash: RemovedResult | null;
}

const emptyQuestion = (shown: RemovedResult): EraseQuestion => ({
  title: 'Empty the trash?',
  ids: shown.memories.map(({ id }) => id),
  shownTrash: shown.memories.length < shown.total ? shown : null,
});

export const TrashPage = () => {
  const { api, say } = useCairn();
  const { value, failure, reload } = useLoaded('GET /v1/trash', {}, ['changed']);
  const [question, setQuestion] = useState<EraseQuestion | null>(null);
  const focus = useFocusHere<HTMLHeadingElement>(value);
  /** Restores these memories. Null restores the whole trash. */
  const restore = async (ids: readonly string[] | null): Promise<void> => {
    focus.act();
    const done = await api.ask('POST /v1/trash/restore', { body: ids === null ? {} : { ids } });
    if (!done.ok) focus.stay();
    say(done.ok ? restoredWords(done.value, 'in the trash') : done.error.message);
    reload();
  };
  /** Compares the total and the memory that was forgotten last. */
  const isUnchanged = async ({ memories, total }: RemovedResult): Promise<boolean> => {
    const now = await api.ask('GET /v1/trash', {});
    return now.ok && now.value.total === total && now.value.memories[0]?.id === memories[0]?.id;
  };
  const erase = async (): Promise<void> => {
    if (question === null) return;
    focus.act();
    const { ids, shownTrash } = question;
    if (shownTrash !== null && !(await isUnchanged(shownTrash))) {
      focus.stay();
      say('Nothing was erased, because the trash has changed since it was shown. Look at it, and try again.');
      return reload();
    }
    const body = shownTrash === null ? { ids } : {};
    const done = await api.ask('POST /v1/trash/empty', { body });
    if (!done.ok) focus.stay();
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
            <Button text="Empty the trash…" class="danger" act={() => setQuestion(emptyQuestion(value))} />
          </div>
          <ul class="things" aria-label="Forgotten memories">
            {value.memories.map((one) => (
              <TrashRow
                key={one.id}
                one={one}
                restore={() => void restore([one.id])}
                erase={() => setQuestion({ title: 'Erase for good?', ids: [one.id], shownTrash: null })}
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
      {question !== null && (
        <Ask title={question.title} yes="Erase for good" act={erase} close={() => setQuestion(null)}>
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
  const name = cutAt(one.content, LABEL_CHARS);
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
        <Button text="Restore" aria-label={`Restore ${name}`} act={restore} />
        <Button text="Erase…" class="plain" aria-label={`Erase… ${name}`} act={erase} />
      </div>
    </li>
  );
};
