/** Reads Markdown in one file line by line: our own export, or any notes. Front matter is skipped. Notes between two rules are not. */
import { parseJson } from '@cairn/schema';
import { type Found, isObject, record } from './found.ts';
import { isFrontMatter } from './front-matter.ts';
import { COMMENT_CLOSE, COMMENT_OPEN, exportVersion } from './markdown-export.ts';
import { createNotesReader, type LineReader } from './notes.ts';
import { ownRecord, versionProblem } from './own.ts';
import { isSetting } from './settings.ts';

export const createMarkdownReader = (): LineReader => {
  let frontMatter: string[] | null = null;
  /** Whether the first line ends in CRLF, as some editors write all lines. Otherwise a carriage return is text. */
  let isCrlf = false;
  let blocks: LineReader | null = null;

  /** Reads the lines below the first one as notes, because its dashes were a rule. */
  const readAgain = (lines: readonly string[]): readonly Found[] => {
    const notes = createNotesReader();
    blocks = notes;
    return lines.flatMap((line, at) => notes.line(line, at + 2));
  };

  return {
    line: (raw, at) => {
      if (at === 1) isCrlf = raw.endsWith('\r');
      const own = at === 1 ? raw.replace(/^\ufeff/, '') : raw;
      const line = isCrlf ? own.replace(/\r$/, '') : own;
      if (at === 1 && line.trimEnd() === '---') {
        frontMatter = [];
        return [];
      }
      if (frontMatter === null) {
        blocks ??= createNotesReader();
        return blocks.line(line, at);
      }
      if (line.trimEnd() !== '---') {
        frontMatter.push(line);
        return [];
      }
      const lines = frontMatter;
      frontMatter = null;
      const version = exportVersion(lines.map((one) => one.trimEnd()));
      if (version === null && !isFrontMatter(lines)) return readAgain([...lines, line]);
      blocks = version === null ? createNotesReader() : createExportReader();
      const problem = versionProblem(version);
      return problem === null ? [] : [{ kind: 'broken', reason: problem }];
    },
    end: () => {
      if (frontMatter === null) return blocks?.end() ?? [];
      if (/^[\w-]+:/.test(frontMatter.find((line) => line.trim() !== '') ?? ''))
        return [{ kind: 'broken', reason: 'its front matter does not end' }];
      const found = readAgain(frontMatter);
      return [...found, ...(blocks?.end() ?? [])];
    },
  };
};

/** An item begins in the first column. Indented and blank lines belong to the item above. */
const createExportReader = (): LineReader => {
  let item: { readonly lines: string[]; readonly place: string } | null = null;
  const flush = (): readonly Found[] => {
    const found = item === null ? [] : [exportedItem(item.lines, item.place)];
    item = null;
    return found;
  };
  return {
    line: (line, at) => {
      if (line.startsWith('- ')) {
        const found = flush();
        item = { lines: [line], place: `line ${at}` };
        return found;
      }
      if (item !== null && (line === '' || line.startsWith('  '))) {
        item.lines.push(line);
        return [];
      }
      return flush();
    },
    end: flush,
  };
};

/** The line with the facts of an item. Formatters such as Prettier write `_` for `*`. */
const FACTS = /^([*_])\d.*\1$/;

/** Reads the lines of one item. If somebody deleted its comment, the item is a new memory. */
const exportedItem = (lines: readonly string[], place: string): Found => {
  const own = lines.map((line, at) => (at === 0 ? line.slice(2) : line.replace(/^ {2}/, '')));
  while (own.at(-1)?.trim() === '') own.pop();
  const last = own.at(-1) ?? '';
  if (!last.startsWith(COMMENT_OPEN) || !last.endsWith(COMMENT_CLOSE))
    return { ...record(place, { content: own.join('\n').trim() }), isBundle: true };
  const rest = parseJson(last.slice(COMMENT_OPEN.length, -COMMENT_CLOSE.length));
  if (!isObject(rest)) return { kind: 'bad', place, reason: 'its comment is not what an export writes' };
  if (isSetting(rest)) return ownRecord(rest, place);
  own.pop();
  if (own.length > 1 && FACTS.test(own.at(-1) ?? '')) own.pop();
  return { kind: 'record', place, record: { ...rest, content: own.join('\n') }, isBundle: true };
};
