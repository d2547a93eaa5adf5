/** `cairn diff main..BRANCH`: lists what was learned during the work on a branch, as Markdown for a pull request. [M-15] */
import { BRANCH_LIMITS, type BranchMemoriesResult, type Memory, ok } from '@cairn/schema';
import { answered, type Run } from '../command.ts';
import { misuse } from '../failure.ts';
import { memories as countOfMemories } from '../output/short-time.ts';
import { projectHereOf } from '../request-input.ts';
import { joined, printable } from '../style.ts';

export const diff: Run = async (given, io) => {
  const range = rangeOf(given.args[0]);
  if (!range.ok) return range;
  const query = { ...range.value, cwd: io.cwd, ...projectHereOf(given, io) };
  return answered(io.ask('GET /v1/branches/memories', { query }), (found) => {
    const memories = found.memories.filter(({ memory }) => given.flag('all') || memory.project !== null);
    const left = found.memories.length - memories.length;
    return {
      json: { ...found, memories },
      human: () => markdownOf({ ...found, memories }),
      notes: [
        left > 0 &&
          `${countOfMemories(left)} for everywhere may be personal and ${left === 1 ? 'is' : 'are'} left out; --all includes them.`,
        found.more && `Only the newest ${BRANCH_LIMITS.memoriesMax} memories of the branch are shown.`,
      ],
    };
  });
};

/** Parses `main..branch`, `..branch`, `main..`, `branch`, or nothing. */
const rangeOf = (text: string | undefined) => {
  if (text === undefined) return ok({});
  const [from = '', to, ...more] = text.split('..');
  if (more.length > 0 || text.includes('...'))
    return misuse('Give a range of two branches: cairn diff main..BRANCH');
  if (to === undefined) return ok({ branch: from });
  return ok({ ...(from === '' ? {} : { base: from }), ...(to === '' ? {} : { branch: to }) });
};

const SECTIONS: readonly (readonly [title: string, isIn: (memory: Memory) => boolean])[] = [
  ['Decisions', ({ namespace }) => isBelow(namespace, 'daily')],
  ['How work is done', ({ namespace, tags }) => isBelow(namespace, 'tacit') || tags.includes('preference')],
  ['Names and things', ({ namespace }) => isBelow(namespace, 'entity')],
  ['Facts', () => true],
];

const isBelow = (namespace: string | null, root: string): boolean =>
  namespace === root || namespace?.startsWith(`${root}/`) === true;

const markdownOf = ({ branch, memories }: BranchMemoriesResult): string => {
  const title = `## Learned on ${code(branch)}`;
  if (memories.length === 0) return `${title}\n\nNothing was learned about this project.`;
  const groups = Map.groupBy(memories, ({ memory }) => SECTIONS.find(([, isIn]) => isIn(memory))?.[0]);
  const sections = SECTIONS.flatMap(([name]) => {
    const items = groups.get(name) ?? [];
    return items.length === 0 ? [] : [`### ${name}\n\n${items.map(itemOf).join('\n')}`];
  });
  return [title, ...sections].join('\n\n');
};

const itemOf = ({ memory, before }: BranchMemoriesResult['memories'][number]): string => {
  const { content, agent, createdAt, updatedAt, key } = memory;
  const day = (key === null ? createdAt : updatedAt).slice(0, 10);
  const origin = joined(', ', [plain(agent ?? ''), day]);
  const earlier = before === null ? '' : `  \n  _before:_ ${plain(before)}`;
  return `- ${plain(content)} _(${origin})_${earlier}`;
};

/** Returns the text as one line. Escapes Markdown's markup, `@`, and the beginning of web addresses. */
const plain = (text: string): string =>
  printable(text)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/gu, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('@', '&#64;')
    .replace(/\b(https?):\/\//giu, '$1&#58;//');

const code = (name: string): string => `\`${printable(name).replaceAll('`', '')}\``;
