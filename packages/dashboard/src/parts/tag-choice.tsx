/** The choice of several tags. A memory with any of them is shown. [PG-31] */
import type { FilterValues } from '../pure/filters.ts';
import { tagsIn, withoutTag, withTag } from '../pure/filters.ts';

interface TagChoiceProps {
  readonly filters: FilterValues;
  readonly known: readonly string[];
  readonly change: (filters: FilterValues) => void;
}

export const TagChoice = ({ filters, known, change }: TagChoiceProps) => {
  const chosen = tagsIn(filters);
  const others = known.filter((tag) => !chosen.includes(tag));
  return (
    <>
      <label>
        <span>Tag</span>
        <select value="" onChange={({ currentTarget }) => change(withTag(filters, currentTarget.value))}>
          <option value="">{chosen.length === 0 ? 'all' : 'or…'}</option>
          {others.map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </select>
      </label>
      {chosen.map((tag) => (
        <button
          key={tag}
          class="tag chosen"
          type="button"
          aria-label={`Without the tag ${tag}`}
          onClick={() => change(withoutTag(filters, tag))}
        >
          {tag} ×
        </button>
      ))}
    </>
  );
};
