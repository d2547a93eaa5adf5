/** Formats rules and tool notes for people. They are numbered, because commands take the numbers. */
import type { ProfileDocument } from '@cairn/schema';
import { printable, type Style } from '../style.ts';

export const documentLines = (
  title: string,
  { raw, sections }: ProfileDocument,
  style: Style,
): readonly string[] => {
  let number = 0;
  const listed = sections.flatMap(({ name, items }) => [
    `  ${printable(name)}`,
    ...items.map(({ text, enabled }) => {
      number++;
      const line = `${String(number).padStart(5)}  ${printable(text)}`;
      return enabled ? line : style.dim(`${line} (off)`);
    }),
  ]);
  const own = (raw === null ? [] : printable(raw).split('\n')).map((line) => `  ${line}`.trimEnd());
  return own.length + listed.length === 0 ? [] : [style.bold(title), ...own, ...listed];
};
