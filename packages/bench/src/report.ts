/** The result of a bench: one document, and its rows as a table. */
import { median, p95, p99, quantile } from './measure.ts';

/**
 * A result. `median` and `p95` are in `unit`. For a rate, which is better when larger, `p95` is the value that 95 of 100 rounds reach.
 * `ratio` compares with a program that is measured in alternation: the median of the rounds' ratios, or null without a comparison.
 * `target` names the judged figure and its bound.
 */
export interface Row {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly median: number;
  readonly p95: number;
  readonly ratio: number | null;
  readonly target: string;
  readonly holds: boolean;
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly platform: string;
  readonly node: string;
  /** Load average of the last minute when the bench began. Above the number of cores, other programs slowed the bench. */
  readonly load: number;
  /** Percent of processor time that the host took from this machine during the bench; null when the machine does not report it. */
  readonly stolen: number | null;
}

export interface BenchDocument {
  readonly bench: string;
  readonly machine: Machine;
  readonly rows: readonly Row[];
}

export const named = (id: string, what: string, unit = 'ms') => ({ id, what, unit });

type RowName = ReturnType<typeof named>;

export type Figure = 'median' | 'p95' | 'p99';

/** Returns a row that holds when one figure stays below `below`. When that figure is the p99, it is shown in place of the p95. */
export const belowRow = (name: RowName, samples: readonly number[], figure: Figure, below: number): Row => {
  const judged = { median, p95, p99 }[figure](samples);
  const row = { median: round(median(samples)), p95: round(figure === 'p99' ? judged : p95(samples)) };
  const target = `${figure === 'median' ? 'p50' : figure} < ${below} ${name.unit}`;
  return { ...name, ...row, ratio: null, target, holds: judged < below };
};

/** Returns a row for work per second, with one sample per round. With `atLeast`, the median must reach it. */
export const rateRow = (name: RowName, samples: readonly number[], atLeast: number | null = null): Row => {
  const middle = round(median(samples));
  return {
    ...name,
    median: middle,
    p95: round(quantile(samples, 0.05)),
    ratio: null,
    target: atLeast === null ? 'none' : `p50 >= ${atLeast} ${name.unit}`,
    holds: atLeast === null || middle >= atLeast,
  };
};

const figuresOf = (samples: readonly number[]) => ({
  median: round(median(samples)),
  p95: round(p95(samples)),
});

/** Returns a row without a target, with the median and p95 of the samples. */
export const samplesRow = (name: RowName, samples: readonly number[]): Row => ({
  ...{ ...name, ...figuresOf(samples) },
  ...{ ratio: null, target: 'none', holds: true },
});

/** Returns a row of one figure. With `below`, the figure must stay below it. */
export const factRow = (name: RowName, figure: number, below: number | null = null): Row => {
  const row = samplesRow(name, [figure]);
  return below === null ? row : { ...row, target: `< ${below} ${name.unit}`, holds: row.median < below };
};

/** Returns a row for shares from 0 to 1. Their mean is judged and takes the place of the median. `p95` is the smallest share. */
export const shareRow = (name: RowName, samples: readonly number[], atLeast: number | null): Row => {
  const mean = round(samples.reduce((sum, share) => sum + share, 0) / Math.max(1, samples.length));
  return {
    ...name,
    ...{ median: mean, p95: round(Math.min(...samples)), ratio: null },
    target: atLeast === null ? 'none' : `mean >= ${atLeast}`,
    holds: atLeast === null || mean >= atLeast,
  };
};

export interface Round {
  readonly ours: readonly number[];
  readonly bare: readonly number[];
}

/** The median over the rounds of one side's time divided by the other's. A round's ratio is that of its two medians. */
const comparedOf = (rounds: readonly Round[], one: keyof Round, other: keyof Round) => ({
  ...figuresOf(rounds.flatMap((each) => each[one])),
  ratio: round(median(rounds.map((each) => median(each[one]) / median(each[other])))),
});

/** Returns a row that is judged by how many times the other side's time ours is. */
export const ratioRow = (name: RowName, rounds: readonly Round[], atMost: number): Row => {
  const figures = comparedOf(rounds, 'ours', 'bare');
  return { ...name, ...figures, target: `ratio <= ${atMost}`, holds: figures.ratio <= atMost };
};

/** Returns a row for another program's time for the same work, judged by how many times ours it is. */
export const peerRow = (name: RowName, rounds: readonly Round[], atLeast: number): Row => {
  const figures = comparedOf(rounds, 'bare', 'ours');
  return { ...name, ...figures, target: `ratio >= ${atLeast}`, holds: figures.ratio >= atLeast };
};

const round = (value: number): number => Number(value.toPrecision(4));

const HEAD = ['what', 'median', 'p95', 'unit', 'ratio', 'target', 'holds'] as const;

/** Aligns the columns of lines of cells. The first line is the head. */
export const alignedLines = (lines: readonly (readonly string[])[]): string => {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const lineOf = (line: readonly string[]): string =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const [head = [], ...rest] = lines;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rest.map(lineOf)].join('\n');
};

export const tableOf = ({ bench, machine, rows }: BenchDocument): string => {
  const cells = rows.map((row) => [
    row.what,
    String(row.median),
    String(row.p95),
    row.unit,
    row.ratio === null ? '' : `${row.ratio} ×`,
    row.target,
    row.holds ? 'yes' : 'NO',
  ]);
  const { cpu, cores, memoryGiB, platform, node, load, stolen } = machine;
  return [
    `${bench}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${platform}, Node ${node}`,
    `load ${load} when it began, ${stolen ?? '?'} % of the processors stolen by the host meanwhile`,
    '',
    alignedLines([HEAD, ...cells]),
    '',
  ].join('\n');
};
