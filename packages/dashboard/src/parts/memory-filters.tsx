/** Filters of a list or a search. They are part of the address, so they can be bookmarked and returned to. [PG-31] */
import { SOURCES } from '@cairn/schema';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { type FilterName, type FilterValues, hasFilters } from '../pure/filters.ts';
import { sourceName } from './memory-line.tsx';
import { TagChoice } from './tag-choice.tsx';

interface MemoryFiltersProps {
  readonly filters: FilterValues;
  readonly change: (filters: FilterValues) => void;
  /** More filters, of this page only. `isMoreChosen`: whether one of them narrows the list. */
  readonly children?: ComponentChildren;
  readonly isMoreChosen?: boolean;
}

/** Filters behind "More", so that the others fit on one line. */
const RARE: readonly FilterName[] = ['pinned', 'source', 'agent'];

export const MemoryFilters = ({ filters, change, children, isMoreChosen = false }: MemoryFiltersProps) => {
  const known = useCairn().stats.value;
  const choose = (name: FilterName, value: string): void => change({ ...filters, [name]: value });
  const [isWhole, setWhole] = useState(false);
  // A filter that narrows the list is always shown.
  const isOpen = isWhole || isMoreChosen || RARE.some((name) => (filters[name] ?? '') !== '');
  const projects = (known?.projects ?? []).flatMap(({ project }) => (project === null ? [] : [project]));
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <Choice name="project" label="Project" filters={filters} choose={choose} options={projects.map(same)} />
      <TagChoice filters={filters} known={(known?.tags ?? []).map(({ tag }) => tag)} change={change} />
      <Choice
        name="device"
        label="Device"
        filters={filters}
        choose={choose}
        options={(known?.devices ?? []).map(({ id, name }) => [id, name])}
      />
      <label>
        <span>From</span>
        <input
          type="date"
          value={filters.since ?? ''}
          onChange={({ currentTarget }) => choose('since', currentTarget.value)}
        />
      </label>
      <label>
        <span>Until</span>
        <input
          type="date"
          value={filters.before ?? ''}
          onChange={({ currentTarget }) => choose('before', currentTarget.value)}
        />
      </label>
      <button class="plain" type="button" aria-expanded={isOpen} onClick={() => setWhole(!isOpen)}>
        {isOpen ? 'Fewer' : 'More'}
        <span class="unseen"> filters</span>
      </button>
      {isOpen && (
        <>
          <Choice
            name="source"
            label="Source"
            filters={filters}
            choose={choose}
            options={SOURCES.map((source) => [source, sourceName(source)])}
          />
          <Choice
            name="agent"
            label="Agent"
            filters={filters}
            choose={choose}
            options={(known?.agents ?? []).map(({ agent }) => same(agent))}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={filters.pinned === '1'}
              onChange={({ currentTarget }) => choose('pinned', currentTarget.checked ? '1' : '')}
            />
            <span>Pinned</span>
          </label>
          {children}
        </>
      )}
      {hasFilters(filters) && (
        <button class="plain" type="button" onClick={() => change({})}>
          Clear
        </button>
      )}
    </form>
  );
};

type Option = readonly [value: string, label: string];
const same = (text: string): Option => [text, text];

interface ChoiceProps {
  readonly name: FilterName;
  readonly label: string;
  readonly filters: FilterValues;
  readonly options: readonly Option[];
  readonly choose: (name: FilterName, value: string) => void;
}

const Choice = ({ name, label, filters, options, choose }: ChoiceProps) => {
  const value = filters[name] ?? '';
  // A value from the address is shown even if it is unknown.
  const all =
    value === '' || options.some(([known]) => known === value) ? options : [...options, same(value)];
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => choose(name, currentTarget.value)}>
        <option value="">all</option>
        {all.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
};
