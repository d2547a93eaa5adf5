/** The result of a bench: one document, whose rows are shown as a table. */
import { median, p95, p99, quantile } from './measure.ts';

/**
 * `median` and `p95` in `unit`. For a rate, where larger is better, `p95` is what 95 % of the rounds reach. `ratio`: median of the
 * rounds' ratios to the other side, measured in turn; null without another side. `target` names the judged figure and its bound.
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
  /** The load average of the last minute when the bench began. Above the number of cores, other processes ran too. */
  readonly load: number;
  /** Percent of the processors that the host took from this machine during the bench. Null when the system does not tell. */
  readonly stolen: number | null;
}

export interface BenchDocument {
  readonly bench: string;
  readonly machine: Machine;
  readonly rows: readonly Row[];
}

interface RowName {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
}

export type Figure = 'median' | 'p95' | 'p99';

/** Makes a row with one judged figure, which must stay below `below`. A judged p99 is shown in place of the p95. */
export const belowRow = (name: RowName, samples: readonly number[], figure: Figure, below: number): Row => {
  const judged = { median, p95, p99 }[figure](samples);
  const row = { median: round(median(samples)), p95: round(figure === 'p99' ? judged : p95(samples)) };
  const target = `${figure === 'median' ? 'p50' : figure} < ${below} ${name.unit}`;
  return { ...name, ...row, ratio: null, target, holds: judged < below };
};

/** Makes a row of work per second, one sample per round. The median must reach `atLeast`. */
export const rateRow = (name: RowName, samples: readonly number[], atLeast: number): Row => {
  const middle = round(median(samples));
  return {
    ...name,
    median: middle,
    p95: round(quantile(samples, 0.05)),
    ratio: null,
    target: `p50 >= ${atLeast} ${name.unit}`,
    holds: middle >= atLeast,
  };
};

/** Makes a row without a target: median and p95 of `samples`. */
export const samplesRow = (name: RowName, samples: readonly number[]): Row => ({
  ...name,
  median: round(median(samples)),
  p95: round(p95(samples)),
  ratio: null,
  target: 'none',
  holds: true,
});

/** Makes a row of one figure, which must stay below `below` unless that is null. */
export const factRow = (name: RowName, figure: number, below: number | null = null): Row => {
  const row = samplesRow(name, [figure]);
  return below === null ? row : { ...row, target: `< ${below} ${name.unit}`, holds: row.median < below };
};

/** Makes a row of shares from 0 to 1, judged by their mean, which is shown as the median. `p95` is the smallest. */
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

/** Makes a row that is judged by the median of the rounds' ratios of medians. */
export const ratioRow = (name: RowName, rounds: readonly Round[], atMost: number): Row => {
  const samples = rounds.flatMap(({ ours }) => ours);
  const ratio = round(median(rounds.map(({ ours, bare }) => median(ours) / median(bare))));
  return {
    ...name,
    median: round(median(samples)),
    p95: round(p95(samples)),
    ratio,
    target: `ratio <= ${atMost}`,
    holds: ratio <= atMost,
  };
};

/** Makes a row of another program's time for the same work. `ratio`: our time as a multiple of it, the median over the rounds. */
export const peerRow = (name: RowName, rounds: readonly Round[], atLeast: number): Row => {
  const samples = rounds.flatMap(({ bare }) => bare);
  const ratio = round(median(rounds.map(({ ours, bare }) => median(bare) / median(ours))));
  return {
    ...name,
    median: round(median(samples)),
    p95: round(p95(samples)),
    ratio,
    target: `ratio >= ${atLeast}`,
    holds: ratio >= atLeast,
  };
};

const round = (value: number): number => Number(value.toPrecision(4));

const HEAD = ['what', 'median', 'p95', 'unit', 'ratio', 'target', 'holds'] as const;

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
  const widths = HEAD.map((name, at) => Math.max(name.length, ...cells.map((line) => line[at]?.length ?? 0)));
  const lineOf = (line: readonly string[]): string =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const { cpu, cores, memoryGiB, platform, node, load, stolen } = machine;
  return [
    `${bench}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${platform}, Node ${node}`,
    `load ${load} when it began, ${stolen ?? '?'} % of the processors stolen by the host meanwhile`,
    '',
    lineOf(HEAD),
    lineOf(widths.map((width) => '-'.repeat(width))),
    ...cells.map(lineOf),
    '',
  ].join('\n');
};
