/** Filters of a list or a search. They are part of the address, so they can be bookmarked and returned to. [PG-31] */
import { SOURCES } from '@cairn/schema';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { type FilterName, type FilterValues, hasFilters } from '../pure/filters.ts';
import { Button } from './basics.tsx';
import { DayField, type Option, Select } from './fields.tsx';
import { useFocusHere } from './focus-back.ts';
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
  const chosen = { filters, choose };
  const focus = useFocusHere<HTMLFormElement>(filters);
  /** Its button goes with the filter. */
  const drop = (left: FilterValues): void => {
    focus.act();
    change(left);
  };
  const [isWhole, setWhole] = useState(false);
  // A filter that narrows the list is always shown.
  const isOpen = isWhole || isMoreChosen || RARE.some((name) => (filters[name] ?? '') !== '');
  const projects = (known?.projects ?? []).flatMap(({ project }) => project ?? []);
  return (
    <form
      class="filters"
      ref={focus.ref}
      tabIndex={-1}
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
    >
      <Choice name="project" label="Project" options={projects.map(same)} {...chosen} />
      <TagChoice
        filters={filters}
        known={(known?.tags ?? []).map(({ tag }) => tag)}
        change={change}
        drop={drop}
      />
      <Choice
        name="device"
        label="Device"
        options={(known?.devices ?? []).map(({ id, name }) => [id, name])}
        {...chosen}
      />
      <DayField label="From" value={filters.since ?? ''} choose={(day) => choose('since', day)} />
      <DayField label="Until" value={filters.before ?? ''} choose={(day) => choose('before', day)} />
      <button class="plain" type="button" aria-expanded={isOpen} onClick={() => setWhole(!isOpen)}>
        {isOpen ? 'Fewer' : 'More'}
        <span class="unseen"> filters</span>
      </button>
      {isOpen && (
        <>
          <Choice
            name="source"
            label="Source"
            options={SOURCES.map((source) => [source, sourceName(source)])}
            {...chosen}
          />
          <Choice
            name="agent"
            label="Agent"
            options={(known?.agents ?? []).map(({ agent }) => same(agent))}
            {...chosen}
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
      {hasFilters(filters) && <Button text="Clear" class="plain" act={() => drop({})} />}
    </form>
  );
};

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
    <Select
      label={label}
      value={value}
      options={[['', 'all'], ...all]}
      choose={(chosen) => choose(name, chosen)}
    />
  );
};
