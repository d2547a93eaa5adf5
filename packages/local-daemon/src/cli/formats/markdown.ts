/**
 * Markdown: our own export, or anybody's notes. Of notes every list item of the first level (with what is indented below
 * it) and every paragraph is a memory; the heading above becomes its tag. Front matter and comments are left out.
 */
import { exportedItem, exportVersion } from './markdown-export.ts';
import type { FoundRecord, RecordReader } from './record.ts';
import { versionProblem } from './record.ts';

export const createMarkdownReader = (): RecordReader => {
  let rest = '';
  let lineNumber = 0;
  let frontMatter: string[] | null = null;
  let version: number | null = null;
  let blocks: BlockReader | null = null;

  const readLine = (raw: string): readonly FoundRecord[] => {
    lineNumber++;
    const line = lineNumber === 1 ? raw.replace(/^\ufeff/, '') : raw;
    if (lineNumber === 1 && line.trimEnd() === '---') {
      frontMatter = [];
      return [];
    }
    if (frontMatter !== null) {
      if (line.trimEnd() !== '---') {
        frontMatter.push(line.trimEnd());
        return [];
      }
      version = exportVersion(frontMatter);
      frontMatter = null;
      return [];
    }
    blocks ??= version === null ? createNotesReader() : createExportReader();
    return blocks.line(line, lineNumber);
  };

  return {
    push: (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      return lines.flatMap(readLine);
    },
    end: () => [...(rest === '' ? [] : readLine(rest)), ...(blocks?.end() ?? [])],
    isBundle: () => version !== null,
    problem: () => (frontMatter !== null ? 'its front matter does not end' : versionProblem(version)),
  };
};

interface BlockReader {
  line(line: string, at: number): readonly FoundRecord[];
  end(): readonly FoundRecord[];
}

/** Items begin in the first column; all that is indented or blank belongs to the item above. */
const createExportReader = (): BlockReader => {
  let item: { readonly lines: string[]; readonly place: string } | null = null;
  const flush = (): readonly FoundRecord[] => {
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

const HEADING = /^ {0,3}#{1,6}\s+(.*?)\s*#*$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s+(.*)$/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|=+)$/;
const FENCE = /^\s*(```+|~~~+)/;

interface Block {
  readonly kind: 'item' | 'paragraph';
  readonly lines: string[];
  readonly place: string;
}

const createNotesReader = (): BlockReader => {
  let tag: string | null = null;
  let block: Block | null = null;
  let fence: string | null = null;
  let inComment = false;

  const flush = (): readonly FoundRecord[] => {
    const text = block === null ? '' : dedent(block.lines).trim();
    const place = block?.place ?? '';
    block = null;
    if (text === '') return [];
    return [{ kind: 'record', place, record: { content: text, ...(tag === null ? {} : { tags: [tag] }) } }];
  };

  const begin = (kind: Block['kind'], text: string, at: number): readonly FoundRecord[] => {
    const found = flush();
    block = { kind, lines: [text], place: `line ${at}` };
    return found;
  };

  const continueOr = (line: string, at: number): readonly FoundRecord[] => {
    const belongs =
      block !== null && (block.kind === 'paragraph' ? block.lines.at(-1) !== '' : isBelow(line, block));
    if (!belongs || block === null) return begin('paragraph', line, at);
    block.lines.push(line);
    return [];
  };

  const readLine = (line: string, at: number): readonly FoundRecord[] => {
    const opened = FENCE.exec(line)?.[1]?.slice(0, 3);
    if (fence !== null) {
      if (opened === fence) fence = null;
      return continueOr(line === '' ? ' ' : line, at);
    }
    if (opened !== undefined) {
      fence = opened;
      return continueOr(line, at);
    }
    const heading = HEADING.exec(line);
    if (heading !== null || RULE.test(line)) {
      const found = flush();
      if (heading !== null) tag = slug(heading[1] ?? '');
      return found;
    }
    const item = ITEM.exec(line);
    if (item !== null) return begin('item', item[1] ?? '', at);
    if (line.trim() !== '') return continueOr(line, at);
    block?.lines.push('');
    return [];
  };

  return {
    line: (raw, at) => {
      const line = raw.replace(/\r$/, '');
      if (fence === null && (inComment || line.trimStart().startsWith('<!--'))) {
        inComment = !line.includes('-->');
        return [];
      }
      return readLine(line, at);
    },
    end: flush,
  };
};

/** Indented, or a lazy continuation of an item's text. */
const isBelow = (line: string, block: Block): boolean => /^\s/.test(line) || block.lines.at(-1) !== '';

/** The lines below the first, moved left by what they have in common. */
const dedent = (lines: readonly string[]): string => {
  const [first = '', ...more] = lines;
  const indents = more.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  return [first, ...more.map((line) => line.slice(common))].join('\n');
};

const TAG_CHARS_MAX = 64;

/** "Code style & naming" → "code-style-naming" */
const slug = (heading: string): string | null => {
  const text = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return text === '' ? null : [...text].slice(0, TAG_CHARS_MAX).join('').replace(/-+$/, '');
};
