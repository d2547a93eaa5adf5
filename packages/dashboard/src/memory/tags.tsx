/** Shows tags, and adds and removes them. */
import { useState } from 'preact/hooks';
import { Button } from '../parts/basics.tsx';
import { submits, typed, unsaved } from '../parts/fields.tsx';
import { useFocusHere } from '../parts/focus-back.ts';
import { hashOf } from '../pure/route.ts';

interface TagsProps {
  readonly tags: readonly string[];
  /** Returns whether the change was accepted. */
  readonly change: (patch: {
    readonly addTags?: readonly string[];
    readonly removeTags?: readonly string[];
  }) => Promise<boolean>;
}

export const Tags = ({ tags, change }: TagsProps) => {
  const [fresh, setFresh] = useState('');
  const focus = useFocusHere<HTMLFormElement>(tags);
  const add = async (): Promise<void> => {
    const names = fresh.split(',').flatMap((name) => name.trim() || []);
    if (names.length > 0 && !(await change({ addTags: names }))) return;
    // The person may already be typing the next tag.
    setFresh((now) => (now === fresh ? '' : now));
  };
  return (
    <form
      class="tags"
      ref={focus.ref}
      tabIndex={-1}
      onSubmit={submits(add)}
      aria-label="Tags"
      {...unsaved(fresh.trim() !== '')}
    >
      {tags.map((tag) => (
        <span class="tag" key={tag}>
          <a href={hashOf('timeline', { tag })}>{tag}</a>{' '}
          <Button
            text="×"
            class="plain"
            aria-label={`Take off ${tag}`}
            act={async () => {
              focus.act();
              if (!(await change({ removeTags: [tag] }))) focus.stay();
            }}
          />
        </span>
      ))}
      <label>
        <span class="unseen">New tag</span>
        <input placeholder="add a tag" autocomplete="off" {...typed(fresh, setFresh)} />
      </label>
    </form>
  );
};
