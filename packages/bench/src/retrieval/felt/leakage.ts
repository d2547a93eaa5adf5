/** The memories of one project must not be among another's answers, and searching one of many must not cost recall. [F-5] */
import type { Asked } from '../judge.ts';

export interface LeakageFigures {
  readonly questions: number;
  readonly rows: number;
  readonly foreignRows: number;
}

/** Measures answers from a store that holds other projects too. */
export const measureLeakage = (asked: readonly Asked[]): LeakageFigures => {
  const rows = asked.flatMap(({ project, projects }) =>
    projects.map((found) => ({ isForeign: found !== project })),
  );
  return {
    questions: asked.length,
    rows: rows.length,
    foreignRows: rows.filter(({ isForeign }) => isForeign).length,
  };
};
