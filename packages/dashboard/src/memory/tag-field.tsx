/** The field for tags of something that is not saved yet, with completion from the tags in use. [PG-30] */
import { useState } from 'preact/hooks';
import { Button } from '../parts/basics.tsx';
import { Proposals } from '../parts/fields.tsx';

interface TagFieldProps {
  readonly tags: readonly string[];
  readonly known: readonly string[];
  readonly change: (tags: readonly string[]) => void;
}

export const TagField = ({ tags, known, change }: TagFieldProps) => {
  const [fresh, setFresh] = useState('');
  const add = (text: string): void => {
    const names = text.split(',').flatMap((name) => name.trim().replace(/^#/, '') || []);
    change([...new Set([...tags, ...names])]);
    setFresh('');
  };
  return (
    <div>
      <label>
        <span class="small">Tags</span>
        <input
          list="known-tags"
          autocomplete="off"
          placeholder="one, then Enter"
          value={fresh}
          onInput={({ currentTarget }) => {
            const { value } = currentTarget;
            if (value.endsWith(',')) add(value);
            else setFresh(value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || fresh.trim() === '') return;
            event.preventDefault();
            add(fresh);
          }}
          onBlur={() => add(fresh)}
        />
        <Proposals id="known-tags" texts={known.filter((tag) => !tags.includes(tag))} />
      </label>
      <p class="tags">
        {tags.map((tag) => (
          <span class="tag" key={tag}>
            {tag}{' '}
            <Button
              text="×"
              class="plain"
              aria-label={`Take off ${tag}`}
              act={() => change(tags.filter((one) => one !== tag))}
            />
          </span>
        ))}
      </p>
    </div>
  );
};
