/** As much of git's configuration format as is needed to find the remotes of a repository. */

export interface GitConfig {
  readonly remotes: ReadonlyMap<string, string>;
  /** Paths as written; relative ones count from the folder of the file. */
  readonly includes: readonly string[];
}

export const parseGitConfig = (text: string): GitConfig => {
  const remotes = new Map<string, string>();
  const includes: string[] = [];
  let section = '';
  let name = '';
  for (const line of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) {
      section = (header[1] ?? '').toLowerCase();
      name = (header[2] ?? '').replace(/\\(.)/g, '$1');
    }
    const entry = /^\s*([\w-]+)\s*=\s*(.*)$/.exec(header === null ? line : line.slice(header[0].length));
    if (entry === null) continue;
    const key = (entry[1] ?? '').toLowerCase();
    const value = plainValue(entry[2] ?? '');
    // Only the first url of a remote is the one that is fetched from.
    if (section === 'remote' && key === 'url' && !remotes.has(name)) remotes.set(name, value);
    if (section === 'include' && key === 'path') includes.push(value);
  }
  return { remotes, includes };
};

/** Without quotes and without a comment. */
const plainValue = (text: string): string => {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text);
  if (quoted !== null) return (quoted[1] ?? '').replace(/\\(.)/g, '$1');
  return text.replace(/(?<!\s)\s+[#;].*$/, '').trim();
};

/** `origin` where there is one, else the first by name, so that all devices choose the same. */
export const chooseRemote = (remotes: ReadonlyMap<string, string>): string | null =>
  remotes.get('origin') ?? [...remotes].toSorted(([a], [b]) => (a < b ? -1 : 1))[0]?.[1] ?? null;
