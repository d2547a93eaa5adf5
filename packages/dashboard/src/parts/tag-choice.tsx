/** The choice of several tags. A memory with any of them is shown. [PG-31] */
import { type FilterValues, tagsIn, withoutTag, withTag } from '../pure/filters.ts';
import { Button } from './basics.tsx';
import { Select } from './fields.tsx';

interface TagChoiceProps {
  readonly filters: FilterValues;
  readonly known: readonly string[];
  readonly change: (filters: FilterValues) => void;
  /** Changes them by a button that leaves. */
  readonly drop: (filters: FilterValues) => void;
}

export const TagChoice = ({ filters, known, change, drop }: TagChoiceProps) => {
  const chosen = tagsIn(filters);
  const others = known.filter((tag) => !chosen.includes(tag));
  return (
    <>
      <Select
        label="Tag"
        value=""
        options={[['', chosen.length === 0 ? 'all' : 'or…'], ...others.map((tag) => [tag, tag] as const)]}
        choose={(tag) => change(withTag(filters, tag))}
      />
      {chosen.map((tag) => (
        <Button
          key={tag}
          text={`${tag} ×`}
          class="tag chosen"
          aria-label={`Without the tag ${tag}`}
          act={() => drop(withoutTag(filters, tag))}
        />
      ))}
    </>
  );
};
