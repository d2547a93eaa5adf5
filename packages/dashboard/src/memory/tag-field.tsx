/** The field for tags of something that is not saved yet, with completion from the tags in use. [PG-30] */
import { Button } from '../parts/basics.tsx';
import { Proposals } from '../parts/fields.tsx';

export interface TagsTyped {
  readonly tags: readonly string[];
  /** What stands in the field. It is a tag too, although nobody has pressed Enter. */
  readonly fresh: string;
}

interface TagFieldProps {
  readonly typed: TagsTyped;
  readonly known: readonly string[];
  readonly change: (typed: TagsTyped) => void;
}

export const tagsOf = ({ tags, fresh }: TagsTyped): string[] => {
  const names = fresh.split(',').flatMap((name) => name.trim().replace(/^#/, '') || []);
  return [...new Set([...tags, ...names])];
};

export const TagField = ({ typed: { tags, fresh }, known, change }: TagFieldProps) => {
  const add = (text: string): void => change({ tags: tagsOf({ tags, fresh: text }), fresh: '' });
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
            else change({ tags, fresh: value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || fresh.trim() === '') return;
            // This Enter ends a composed character.
            if (event.isComposing) return;
            event.preventDefault();
            add(fresh);
          }}
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
              act={() => change({ tags: tags.filter((one) => one !== tag), fresh })}
            />
          </span>
        ))}
      </p>
    </div>
  );
};
