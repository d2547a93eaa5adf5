/** The filters of a list. It stands in the address, so it can be kept and gone back to. */
import { useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { sourceName } from '../parts/memory-line.tsx';
import { TagChoice } from '../parts/tag-choice.tsx';
import { type FilterValues, tagsIn } from '../pure/filters.ts';
import { hashOf } from '../pure/route.ts';
import { endOfDay, startOfDay } from '../pure/zones.ts';
import type { ListQuery } from './memory-list.ts';

const NAMES = ['project', 'tag', 'source', 'device', 'agent', 'pinned', 'since', 'before'] as const;
type FilterName = (typeof NAMES)[number];

/** As `GET /v1/memories` takes them. */
export const listQuery = (filters: FilterValues): ListQuery => {
  const { since, before, tag: _, ...rest } = filters;
  const tags = tagsIn(filters);
  return {
    ...Object.fromEntries(
      NAMES.flatMap((name) => (rest[name] === undefined || rest[name] === '' ? [] : [[name, rest[name]]])),
    ),
    ...(tags.length === 0 ? {} : { tag: tags }),
    ...(since === undefined || since === '' ? {} : { since: startOfDay(since)?.toISOString() ?? since }),
    ...(before === undefined || before === '' ? {} : { until: dayAfter(before) }),
  };
};

/** A day and everything before it. */
const dayAfter = (day: string): string => endOfDay(day)?.toISOString() ?? day;

export const Filters = ({ filters }: { readonly filters: FilterValues }) => {
  const { stats, browser } = useCairn();
  const known = stats.value;
  const choose = (name: FilterName, value: string): void =>
    browser.go(hashOf('timeline', { ...filters, [name]: value }), true);
  const [isWhole, setWhole] = useState(false);
  // A filter that narrows the list is shown.
  const isOpen = isWhole || filters.source !== undefined || filters.agent !== undefined;
  const hasAny = NAMES.some((name) => filters[name] !== undefined);
  const projects = (known?.projects ?? []).flatMap(({ project }) => (project === null ? [] : [project]));
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <Choice name="project" label="Project" filters={filters} choose={choose} options={projects.map(same)} />
      <TagChoice
        filters={filters}
        known={(known?.tags ?? []).map(({ tag }) => tag)}
        change={(chosen) => browser.go(hashOf('timeline', chosen), true)}
      />
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
      <label class="check">
        <input
          type="checkbox"
          checked={filters.pinned === '1'}
          onChange={({ currentTarget }) => choose('pinned', currentTarget.checked ? '1' : '')}
        />
        <span>Pinned</span>
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
        </>
      )}
      {hasAny && (
        <button class="plain" type="button" onClick={() => browser.go(hashOf('timeline'), true)}>
          Clear
        </button>
      )}
    </form>
  );
};

const SOURCES = ['user', 'agent', 'auto', 'import', 'tool', 'web'] as const;
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
  // A value that the address names is shown, whether it is known or not.
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
