/** Editors of an item and of the Markdown. [PG-20] */
import { LIMITS, type ProfileDocument, type ProfileHistoryResult } from '@cairn/schema';
import { useId, useState } from 'preact/hooks';
import { Proposals, typed } from '../parts/fields.tsx';
import { earlierTexts } from '../pure/profile-words.ts';
import type { Change, DocumentCalls, Item } from './changes.ts';
import { Editor } from './editor.tsx';

interface EditingProps {
  readonly versions: ProfileHistoryResult['versions'];
  readonly calls: DocumentCalls;
  readonly change: Change;
  readonly close: () => void;
}

interface ItemEditorProps extends EditingProps {
  /** The item as it was when the editor opened. */
  readonly opened: Item;
  readonly document: ProfileDocument;
}

export const ItemEditor = ({ opened, document, versions, calls, change, close }: ItemEditorProps) => {
  const { id } = opened;
  const [section, setSection] = useState(opened.section);
  const sections = useId();
  const present = document.sections.flatMap(({ items }) => items).find((item) => item.id === id);
  const save = async (text: string): Promise<string | null> => {
    // The item may be removed elsewhere meanwhile; then there is nothing to remove.
    if (text.trim() === '') return present === undefined ? null : change(calls.remove(id));
    if (present === undefined) return change(calls.add({ section, text, enabled: opened.enabled }));
    // An unchanged section is not sent, so another device's change of it stays.
    return change(calls.patch(id, { text, ...(section === opened.section ? {} : { section }) }));
  };
  return (
    <Editor
      title="Edit"
      help="The text of the item, in one line. An empty text removes the item."
      value={present?.text ?? ''}
      present={present !== undefined}
      charsMax={LIMITS.profileItemCharsMax}
      isLong
      earlier={earlierTexts(versions, `item.${id}`, present?.text ?? '')}
      hasMore={section !== opened.section}
      more={
        <label>
          <span class="small">Section</span>
          <input
            dir="auto"
            autocomplete="off"
            required
            list={sections}
            maxLength={LIMITS.profileSectionCharsMax}
            {...typed(section, setSection)}
          />
          <Proposals id={sections} texts={document.sections.map(({ name }) => name)} />
        </label>
      }
      save={save}
      close={close}
    />
  );
};

interface RawEditorProps extends EditingProps {
  readonly raw: string | null;
}

export const RawEditor = ({ raw, versions, calls, change, close }: RawEditorProps) => (
  <Editor
    title="In your own words"
    help="Markdown, given to agents as it is, before the sections. An empty text removes it."
    value={raw ?? ''}
    present
    charsMax={LIMITS.profileRawCharsMax}
    isLong
    earlier={earlierTexts(versions, 'raw', raw ?? '')}
    save={(text) => change(calls.setRaw(text.trim() === '' ? null : text))}
    close={close}
  />
);
