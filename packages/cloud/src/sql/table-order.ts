/** Tables so that each comes after those it refers to. */

export interface TableInfo {
  readonly name: string;
  readonly quoted: string;
  readonly columns: string;
  /** It has a column `vault`. */
  readonly isByVault: boolean;
  readonly refersTo: readonly string[];
}

export const orderTables = (tables: readonly TableInfo[]): readonly TableInfo[] => {
  const placed = new Set<string>();
  const ordered: TableInfo[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, refersTo }) =>
        !placed.has(name) && refersTo.every((other) => other === name || placed.has(other)),
    );
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    for (const table of next) placed.add(table.name);
    ordered.push(...next);
  }
  return ordered;
};
