/** Parses git's configuration in one pass: the settings that name a project and those that find ignore files. */

export type GitConfig = ReturnType<typeof parseGitConfig>;

export const parseGitConfig = (text: string) => {
  const remotes = new Map<string, string>();
  const includes: string[] = [];
  const single = new Map<string, string>();
  for (const { section, name, key, value } of entriesOf(text)) {
    // Only the first url of a remote is used for fetching.
    if (section === 'remote' && key === 'url' && !remotes.has(name)) remotes.set(name, value);
    else if (section === 'include' && key === 'path') includes.push(value);
    else if (name === '') single.set(`${section}.${key}`, value);
  }
  return {
    remotes,
    /** Paths as written. A relative path is relative to the file's folder. */
    includes,
    /** The folder of the repository's files. */
    worktree: single.get('core.worktree') ?? null,
    /** From the person's own settings. */
    excludesFile: single.get('core.excludesfile') ?? null,
    isCaseless: single.get('core.ignorecase')?.toLowerCase() === 'true',
    objectFormat: single.get('extensions.objectformat') ?? 'sha1',
  };
};

interface Entry {
  readonly section: string;
  readonly name: string;
  readonly key: string;
  readonly value: string;
}

const entriesOf = (text: string): readonly Entry[] => {
  const entries: Entry[] = [];
  let section = '';
  let name = '';
  for (const whole of text.replace(COMMENTS, '').replace(CONTINUED, '$1').split('\n')) {
    let line = whole.trim();
    if (line.startsWith('[')) {
      const header = headerOf(line);
      if (header === null) continue;
      ({ section, name } = header);
      line = header.rest;
    }
    const at = line.indexOf('=');
    const key = line.slice(0, Math.max(at, 0)).trimEnd().toLowerCase();
    if (!/^[\w-]+$/.test(key)) continue;
    entries.push({ section, name, key, value: plainValue(line.slice(at + 1).trimStart()) });
  }
  return entries;
};

/** Lines that are only a comment. A backslash at their end does not continue them. */
const COMMENTS = /^[ \t]*[#;].*$/gm;
/** The end of a line that goes on in the next one. Pairs of backslashes before it are escaped backslashes. */
const CONTINUED = /(?<!\\)((?:\\\\)*)\\\r?\n/g;

/** Parses `[section]` or `[section "name"]`. Returns both names and the rest of the line. */
const headerOf = (line: string): { section: string; name: string; rest: string } | null => {
  const opened = line.indexOf('"');
  const closed = line.indexOf(']');
  if (opened < 0 || (closed >= 0 && closed < opened)) {
    const section = line.slice(1, closed).trim().toLowerCase();
    return closed < 0 || !/^[\w.-]+$/.test(section)
      ? null
      : { section, name: '', rest: line.slice(closed + 1).trim() };
  }
  const section = line.slice(1, opened).trim().toLowerCase();
  const { text, end } = quoted(line, opened);
  const rest = line.slice(end).trimStart();
  if (!/^[\w.-]+$/.test(section) || !rest.startsWith(']')) return null;
  return { section, name: text, rest: rest.slice(1).trim() };
};

/**
 * Returns the text between the quotation mark at `from` and the next unescaped one. `end` is the position after the
 * second mark.
 */
const quoted = (line: string, from: number): { readonly text: string; readonly end: number } => {
  let text = '';
  for (let at = from + 1; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '"') return { text, end: at + 1 };
    text += char === '\\' ? line.charAt(++at) : char;
  }
  return { text, end: line.length };
};

const ESCAPES: ReadonlyMap<string, string> = new Map(Object.entries({ n: '\n', t: '\t', b: '\b' }));

/** Returns the value without its quotation marks, escapes, comment and trailing blanks. */
const plainValue = (text: string): string => {
  let value = '';
  /** Length of the value without trailing blanks outside of quotation marks. */
  let kept = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (!isQuoted && (char === '#' || char === ';')) break;
    if (char === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    const next = char === '\\' ? text.charAt(++at) : null;
    value += next === null ? char : (ESCAPES.get(next) ?? next);
    if (isQuoted || next !== null || !/\s/.test(char)) kept = value.length;
  }
  return value.slice(0, kept);
};

/** Returns `origin` if it exists, else the first by name, so that all devices choose the same. */
export const chooseRemote = (remotes: ReadonlyMap<string, string>): string | null =>
  remotes.get('origin') ?? [...remotes].toSorted(([a], [b]) => (a < b ? -1 : 1))[0]?.[1] ?? null;
