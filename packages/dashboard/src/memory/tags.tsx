/** Shows tags, and adds and removes them. */
import { useState } from 'preact/hooks';
import { hashOf } from '../pure/route.ts';

interface TagsProps {
  readonly tags: readonly string[];
  readonly change: (patch: {
    readonly addTags?: readonly string[];
    readonly removeTags?: readonly string[];
  }) => unknown;
}

export const Tags = ({ tags, change }: TagsProps) => {
  const [fresh, setFresh] = useState('');
  const add = (event: Event): void => {
    event.preventDefault();
    const names = fresh.split(',').flatMap((name) => name.trim() || []);
    if (names.length > 0) change({ addTags: names });
    setFresh('');
  };
  return (
    <form class="tags" onSubmit={add} aria-label="Tags">
      {tags.map((tag) => (
        <span class="tag" key={tag}>
          <a href={hashOf('timeline', { tag })}>{tag}</a>{' '}
          <button
            class="plain"
            type="button"
            aria-label={`Take off ${tag}`}
            onClick={() => change({ removeTags: [tag] })}
          >
            ×
          </button>
        </span>
      ))}
      <label>
        <span class="unseen">New tag</span>
        <input
          placeholder="add a tag"
          autocomplete="off"
          value={fresh}
          onInput={({ currentTarget }) => setFresh(currentTarget.value)}
        />
      </label>
    </form>
  );
};
