/**
 * The form that adds items one after another. The section stays chosen. The form is separate from the list, so changes of other devices
 * never remove it. [PG-20]
 */

import { LIMITS } from '@cairn/schema';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { isInField } from '../app/keys.ts';
import { Refusal } from '../parts/basics.tsx';
import { Proposals, submits, typed, unsaved } from '../parts/fields.tsx';

interface AddItemProps {
  readonly one: string;
  readonly sections: readonly string[];
  /** The section that a click chose, and the number of the click; 0 before the first. */
  readonly chosen: { readonly section: string; readonly at: number };
  readonly add: (item: { readonly section: string; readonly text: string }) => Promise<string | null>;
}

export const AddItem = ({ one, sections, chosen, add }: AddItemProps) => {
  const [section, setSection] = useState(sections[0] ?? '');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (chosen.at === 0) return;
    setSection(chosen.section);
    input.current?.focus();
  }, [chosen]);
  const submit = async (): Promise<void> => {
    if (text.trim() === '') return;
    const refused = await add({ section: section.trim() === '' ? 'General' : section, text });
    setProblem(refused ?? '');
    // The person may already type the next one.
    if (refused === null) setText((now) => (now === text ? '' : now));
    if (!isInField()) input.current?.focus();
  };
  return (
    <form
      class="card add-item"
      aria-label={`New ${one}`}
      onSubmit={submits(submit)}
      {...unsaved(text.trim() !== '')}
    >
      <div class="field">
        <label for={`${id}-section`}>Section</label>
        <input
          id={`${id}-section`}
          dir="auto"
          autocomplete="off"
          list={`${id}-sections`}
          maxLength={LIMITS.profileSectionCharsMax}
          placeholder="General"
          {...typed(section, setSection)}
        />
        <Proposals id={`${id}-sections`} texts={sections} />
      </div>
      <div class="field">
        <label for={`${id}-text`}>Add a {one}</label>
        <input
          id={`${id}-text`}
          ref={input}
          dir="auto"
          autocomplete="off"
          maxLength={LIMITS.profileItemCharsMax}
          {...typed(text, setText)}
        />
      </div>
      <button class="main" type="submit" disabled={text.trim() === ''}>
        Add
      </button>
      <Refusal text={problem} />
    </form>
  );
};
