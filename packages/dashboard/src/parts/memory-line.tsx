/** Where a memory comes from, in one line. */
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
      {project !== null && <span class="project">{project}</span>}
      {key !== null && <span class="key">{key}</span>}
      {tags.map((tag) => (
        <span class="tag" key={tag}>
          {tag}
        </span>
      ))}
      <span class="from">
        {agent ?? sourceName(source)} on {device.name}
      </span>
    </span>
  );
};
