/** Shows rules or tool notes: Markdown, and sections of items. Each item can be switched on or off, moved, reworded or removed. [PG-20] */
import type { ProfileDocument, ProfileDocumentName } from '@cairn/schema';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { isInField } from '../app/keys.ts';
import { Button, Content, Empty } from '../parts/basics.tsx';
import { useForms } from '../parts/forms.ts';
import { Icon } from '../parts/icons.tsx';
import { type ItemPlace, itemAfter, itemPlace, removedItems } from '../pure/profile-words.ts';
import { AddItem } from './add-item.tsx';
import { type Change, documentCalls, type Item, type NewItem } from './changes.ts';
import { ItemEditor, RawEditor } from './item-editor.tsx';
import { ItemRow } from './item-row.tsx';
import { KeptText } from './kept-text.tsx';

const WORDS: Readonly<Record<ProfileDocumentName, { readonly one: string; readonly none: string }>> = {
  rules: {
    one: 'rule',
    none: 'Rules for all your agents, on all your devices: how to write code, what never to do, how to talk to you.',
  },
  tools: {
    one: 'tool note',
    none: 'Notes for agents on your tools: which package manager, how to run tests, where the staging server is.',
  },
};

interface DocumentProps {
  readonly name: ProfileDocumentName;
  readonly document: ProfileDocument;
  readonly reload: () => void;
}

export const Document = ({ name, document, reload }: DocumentProps) => {
  const { api, say } = useCairn();
  const { one, none } = WORDS[name];
  const history = useLoaded('GET /v1/profile/history', { query: { field: name } }, ['profile']);
  const forms = useForms<Item | 'raw'>();
  const [gone, setGone] = useState<Gone | null>(null);
  const [chosen, setChosen] = useState({ section: '', at: 0 });
  const calls = documentCalls(api, name);
  const change: Change = async (asked) => {
    const done = await asked;
    reload();
    if (!done.ok) return done.error.message;
    for (const warning of done.value.warnings ?? []) say(warning);
    return null;
  };
  const tell = async (changing: Promise<string | null>): Promise<boolean> => {
    const refused = await changing;
    if (refused !== null) say(refused);
    return refused === null;
  };
  const versions = history.value?.versions ?? [];
  const { raw, sections } = document;
  const remove = async (item: Item): Promise<boolean> => {
    const place = itemPlace(sections, item.section, item.id);
    const isDone = await tell(change(calls.remove(item.id)));
    if (isDone) setGone({ ...item, place });
    return isDone;
  };
  const undo = ({ section, text, enabled, place }: Gone): Promise<string | null> =>
    change(calls.add({ section, text, enabled, before: itemAfter(sections, place) }));
  const bringBack = async (body: NewItem): Promise<void> => {
    if (!(await tell(change(calls.add(body))))) return;
    // Nothing is left to undo.
    setGone((now) => (now?.text === body.text ? null : now));
    focusMain();
  };
  const editors = { versions, calls, change };
  return (
    <>
      <Undo gone={gone} undo={undo} done={() => setGone(null)} />
      {raw === null && sections.length === 0 && (
        <Empty title={`No ${one} yet`}>
          <p>{none}</p>
        </Empty>
      )}
      {raw !== null && (
        <div class="card">
          <div class="head">
            <h2>In your own words</h2>
            <Button text="Edit" act={() => forms.open('raw')} />
          </div>
          <Content text={raw} />
        </div>
      )}
      {sections.map((section) => (
        <section class="card" key={section.name} aria-label={section.name}>
          <div class="head">
            <h2 dir="auto">{section.name}</h2>
            <button
              class="plain"
              type="button"
              title="Add to this section"
              onClick={() => setChosen(({ at }) => ({ section: section.name, at: at + 1 }))}
            >
              <Icon name="add" />
              <span class="unseen">Add to {section.name}</span>
            </button>
          </div>
          <ul class="rows">
            {section.items.map((item, at) => (
              <ItemRow
                key={item.id}
                item={{ ...item, section: section.name }}
                up={section.items[at - 1]?.id}
                down={at === section.items.length - 1 ? undefined : (section.items[at + 2]?.id ?? null)}
                edit={() => forms.open({ ...item, section: section.name })}
                remove={() => remove({ ...item, section: section.name })}
                patch={(body) => tell(change(calls.patch(item.id, body)))}
              />
            ))}
          </ul>
        </section>
      ))}
      <AddItem
        one={one}
        sections={sections.map((section) => section.name)}
        chosen={chosen}
        add={(body) => change(calls.add(body))}
      />
      {raw === null && (
        <div class="actions">
          <Button text="Write Markdown…" class="plain" act={() => forms.open('raw')} />
        </div>
      )}
      <Removed removed={removedItems(versions, document)} add={bringBack} />
      {forms.opened.value.map(({ key, of, close }) =>
        of === 'raw' ? (
          <RawEditor key={key} raw={raw} close={close} {...editors} />
        ) : (
          <ItemEditor key={key} opened={of} document={document} close={close} {...editors} />
        ),
      )}
    </>
  );
};

/** An item that was just removed, and its place. */
interface Gone extends Item {
  readonly place: ItemPlace;
}

/** For a pressed button that leaves the page. */
const focusMain = (): void => {
  if (!isInField()) document.querySelector('main')?.focus();
};

interface UndoProps {
  readonly gone: Gone | null;
  readonly undo: (gone: Gone) => Promise<string | null>;
  readonly done: () => void;
}

const Undo = ({ gone, undo, done }: UndoProps) => {
  const { say } = useCairn();
  const button = useRef<HTMLButtonElement>(null);
  // The pressed button no longer exists.
  useEffect(() => {
    if (!isInField()) button.current?.focus();
  }, [gone]);
  const press = async (pressed: Gone): Promise<void> => {
    const refused = await undo(pressed);
    if (refused !== null) say(refused);
    focusMain();
    done();
  };
  return (
    <div class="undo-place" role="status">
      {gone !== null && (
        <div class="undo">
          <span>
            Removed <q dir="auto">{gone.text}</q>
          </span>
          <Button text="Undo" ref={button} act={() => press(gone)} />
        </div>
      )}
    </div>
  );
};

interface RemovedProps {
  readonly removed: ReturnType<typeof removedItems>;
  readonly add: (body: NewItem) => Promise<void>;
}

const Removed = ({ removed, add }: RemovedProps) =>
  removed.length === 0 ? null : (
    <details class="card">
      <summary>Removed ({removed.length})</summary>
      <ul class="rows">
        {removed.map(({ field, section, text, enabled, at }) => (
          <KeptText
            key={field}
            {...{ text, at, was: `${section}, removed`, again: 'Bring back' }}
            use={() => void add({ section, text, enabled })}
          />
        ))}
      </ul>
    </details>
  );
