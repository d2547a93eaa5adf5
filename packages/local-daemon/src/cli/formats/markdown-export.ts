/**
 * Our Markdown export, for people to read and for import without loss. A memory is a list item. Its last line is a comment with all that
 * the text does not show. Content never begins in the first column, so it cannot be mistaken for the frame.
 */
import { EXPORT_FORMAT, EXPORT_VERSION, type Memory } from '@cairn/schema';
import { type Setting, settingText } from './settings.ts';

export const markdownText = (
  memories: readonly Memory[],
  settings: readonly Setting[],
  exportedAt: string,
): string => {
  const groups = Map.groupBy(memories, ({ project }) => project ?? 'Everywhere');
  const sections = [...groups].map(
    ([title, group]) => `## ${title.replace(/\s+/g, ' ')}\n\n${group.map(markdownItem).join('\n')}`,
  );
  return [
    `---\nformat: ${EXPORT_FORMAT}\nversion: ${EXPORT_VERSION}\nexported: ${exportedAt}\nmemories: ${memories.length}\n---`,
    '# Memories',
    ...sections,
    ...settingSections(settings),
  ].join('\n\n');
};

const settingSections = (settings: readonly Setting[]): readonly string[] =>
  (['profile', 'schedule'] as const).flatMap((kind) => {
    const items = settings.filter((one) => one.kind === kind).map(settingItem);
    return items.length === 0
      ? []
      : [`# ${kind === 'profile' ? 'Profile' : 'Schedules'}\n\n${items.join('\n')}`];
  });

const settingItem = (setting: Setting): string =>
  `- ${settingText(setting).replace(/\s+/g, ' ')}\n  ${hidden(setting)}\n`;

/** Escapes the value, so that no "-->" ends the comment early. */
const hidden = (value: object): string =>
  `${COMMENT_OPEN}${JSON.stringify(value).replaceAll('>', '\\u003e')}${COMMENT_CLOSE}`;

const markdownItem = (memory: Memory): string => {
  const { content, ...rest } = memory;
  const [first = '', ...more] = content.split('\n');
  const lines = [...more, `*${shownFacts(memory)}*`, hidden(rest)];
  return `- ${first}\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
};

const shownFacts = ({ createdAt, tags, key, pinned, supersededBy }: Memory): string =>
  [
    createdAt.slice(0, 10),
    ...tags.map((tag) => `#${tag.replace(/\s+/g, ' ')}`),
    ...(key === null ? [] : [key.replace(/\s+/g, ' ')]),
    ...(pinned ? ['pinned'] : []),
    ...(supersededBy === null ? [] : ['superseded']),
  ].join(' · ');

export const COMMENT_OPEN = '<!-- cairn ';
export const COMMENT_CLOSE = ' -->';

/** Returns the version in the front matter of an export; null for other files. */
export const exportVersion = (frontMatter: readonly string[]): number | null => {
  if (!frontMatter.includes(`format: ${EXPORT_FORMAT}`)) return null;
  const version = frontMatter.find((line) => line.startsWith('version: '));
  return Number(version?.slice('version: '.length) ?? Number.NaN) || null;
};
