/** A commit's text → the names of its parents; they stand in its first lines, and nothing behind them is looked at. */

export const parentsOf = (commit: Buffer, idChars: number): readonly string[] | null => {
  const parents: string[] = [];
  const lineChars = 'parent '.length + idChars;
  let at = `tree ${''.padStart(idChars)}\n`.length;
  if (commit.toString('latin1', 0, 5) !== 'tree ' || commit[at - 1] !== 0x0a) return null;
  while (commit.toString('latin1', at, at + 7) === 'parent ') {
    const id = commit.toString('latin1', at + 7, at + lineChars);
    if (!isObjectId(id, idChars) || commit[at + lineChars] !== 0x0a) return null;
    parents.push(id);
    at += lineChars + 1;
  }
  return parents;
};

export const isObjectId = (text: string, idChars: number): boolean =>
  text.length === idChars && /^[0-9a-f]+$/.test(text);
