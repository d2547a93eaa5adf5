/** Commands that change one memory: supersede, pin, unpin, tag. */
import type { BodyOf } from '@cairn/schema';
import { answered, type Run, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { memoryLines } from '../output/memory-lines.ts';
import { plainTag } from '../request-input.ts';
import { isTyped } from '../typed.ts';

export const supersede: Run = async (given, io) => {
  const content = await textOf(given.args.slice(1), io);
  if (!content.ok) return content;
  return replace(given.arg(0), content.value, io);
};

export const replace = (oldId: string, content: string, io: Io): ReturnType<Run> => {
  const body = { content, ...(isTyped(io) ? { source: 'user' } : {}) };
  const done = io.ask('POST /v1/memories/:id/supersede', { at: { id: oldId }, body });
  return answered(done, ({ id, supersedes, warnings = [] }) => ({
    human: (style) =>
      id === supersedes
        ? `${style.green('Rewrote')} ${id}`
        : `${style.green('Saved')} ${id}, in place of ${supersedes}`,
    notes: warnings,
  }));
};

const patch = (id: string, body: BodyOf<'PATCH /v1/memories/:id'>, io: Io): ReturnType<Run> =>
  answered(io.ask('PATCH /v1/memories/:id', { at: { id }, body }), ({ memory }) => ({
    human: (style) => memoryLines(memory, style, io.nowMs),
  }));

export const pin: Run = (given, io) => patch(given.arg(0), { pinned: true }, io);
export const unpin: Run = (given, io) => patch(given.arg(0), { pinned: false }, io);

export const tag: Run = async (given, io) => {
  const [id = '', ...all] = given.args;
  // After "--", the parser reads this option as a tag.
  const words = all.filter((word) => word !== '--json');
  const wrong = words.find((word) => !/^[+-]/.test(word));
  if (wrong !== undefined)
    return misuse(`Write +${wrong} to add the tag "${wrong}", or -${wrong} to remove it.`);
  const tagsWith = (sign: string): string[] | undefined => {
    const tags = words.filter((word) => word.startsWith(sign)).map((word) => plainTag(word.slice(1)));
    return tags.length === 0 ? undefined : tags;
  };
  return patch(id, { addTags: tagsWith('+'), removeTags: tagsWith('-') }, io);
};
