/** Shows a memory's source in one line. */
import type { Memory } from '@cairn/schema';
import { Icon } from './icons.tsx';

const SOURCE_NAMES: Readonly<Record<Memory['source'], string>> = {
  user: 'by you',
  agent: 'by an agent',
  tool: 'from a tool',
  web: 'from the web',
  import: 'imported',
  auto: 'noticed',
};

export const sourceName = (source: Memory['source']): string => SOURCE_NAMES[source];

/** Returns the filter of a clicked word. The words are inside a link, which may not contain other links. [PG-31] */
export const filterOfClick = ({ target }: Event): readonly [name: string, value: string] | null => {
  const word = target instanceof Element ? target.closest('[data-filter]') : null;
  const { filter, value } = word instanceof HTMLElement ? word.dataset : {};
  return filter === undefined || value === undefined ? null : [filter, value];
};

export const MemoryLine = ({ memory, time }: { readonly memory: Memory; readonly time: string }) => {
  const { project, tags, device, agent, source, pinned, key } = memory;
  return (
    <span class="line">
      {pinned && (
        <span class="pinned">
          <Icon name="pin" />
          <span class="unseen">pinned</span>
        </span>
      )}
      <time dateTime={memory.createdAt}>{time}</time>
      {project !== null && (
        <span class="project" data-filter="project" data-value={project}>
          {project}
        </span>
      )}
      {key !== null && <span class="key">{key}</span>}
      {tags.map((tag) => (
        <span class="tag" key={tag} data-filter="tag" data-value={tag}>
          {tag}
        </span>
      ))}
      <span class="from">
        {agent === null ? (
          sourceName(source)
        ) : (
          <span data-filter="agent" data-value={agent}>
            {agent}
          </span>
        )}{' '}
        on{' '}
        <span data-filter="device" data-value={device.id}>
          {device.name}
        </span>
      </span>
    </span>
  );
};
