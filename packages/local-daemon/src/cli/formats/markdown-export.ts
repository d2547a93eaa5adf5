/**
 * Our Markdown export: for people to read, and to be read back without loss. A memory is a list item; its last line is a
 * comment with all that the text does not show. What stands in the first column is never content, so no content can be
 * mistaken for the frame.
 */
import type { Memory } from '@cairn/schema';
import { FORMAT, type FoundRecord, isObject, parseJson, VERSION } from './record.ts';

export const markdownText = (memories: readonly Memory[], exportedAt: string): string => {
  const groups = new Map<string, Memory[]>();
  for (const memory of memories) {
    const title = memory.project ?? 'Everywhere';
    groups.set(title, [...(groups.get(title) ?? []), memory]);
  }
  const sections = [...groups].map(
    ([title, group]) => `## ${title.replace(/\s+/g, ' ')}\n\n${group.map(markdownItem).join('\n')}`,
  );
  return [
    `---\nformat: ${FORMAT}\nversion: ${VERSION}\nexported: ${exportedAt}\nmemories: ${memories.length}\n---`,
    '# Memories',
    ...sections,
  ].join('\n\n');
};

const markdownItem = (memory: Memory): string => {
  const { content, ...rest } = memory;
  const [first = '', ...more] = content.split('\n');
  // Escaped, so that no "-->" ends the comment early.
  const hidden = JSON.stringify(rest).replaceAll('>', '\\u003e');
  const lines = [...more, `*${shownFacts(memory)}*`, `${COMMENT_OPEN}${hidden}${COMMENT_CLOSE}`];
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

const COMMENT_OPEN = '<!-- cairn ';
const COMMENT_CLOSE = ' -->';

/** The version in the front matter of an export; null when the lines are no export's. */
export const exportVersion = (frontMatter: readonly string[]): number | null => {
  if (!frontMatter.includes(`format: ${FORMAT}`)) return null;
  const version = frontMatter.find((line) => line.startsWith('version: '));
  return Number(version?.slice('version: '.length) ?? Number.NaN) || null;
};

/** The lines of one item, its first line without the dash. A comment that was edited away makes it a new memory. */
export const exportedItem = (lines: readonly string[], place: string): FoundRecord => {
  const own = lines.map((line, at) => (at === 0 ? line.slice(2) : line.replace(/^ {2}/, '')));
  while (own.at(-1)?.trim() === '') own.pop();
  const last = own.at(-1) ?? '';
  if (!last.startsWith(COMMENT_OPEN) || !last.endsWith(COMMENT_CLOSE))
    return { kind: 'record', place, record: { content: own.join('\n').trim() } };
  const rest = parseJson(last.slice(COMMENT_OPEN.length, -COMMENT_CLOSE.length));
  if (!isObject(rest)) return { kind: 'bad', place, reason: 'its comment is not what an export writes' };
  own.pop();
  if (own.length > 1 && /^\*.*\*$/.test(own.at(-1) ?? '')) own.pop();
  return { kind: 'record', place, record: { ...rest, content: own.join('\n') } };
};
