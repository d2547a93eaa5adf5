/** Charts of tokens and memories by day, each also described in words. [PG-16] */
import type { UsageResult } from '@cairn/schema';
import { type DayCount, everyDay, growth, longDay } from '../pure/series.ts';
import { memoriesOf, numberOf } from '../pure/words.ts';
import { HEIGHT, Plot, WIDTH } from './plot.tsx';

export interface RangeProps {
  readonly from: string;
  readonly to: string;
}

interface TokensProps extends RangeProps {
  readonly days: UsageResult['days'];
  readonly cap: number;
  /** The cost of a day in words; null without a price. */
  readonly costOf: ((days: UsageResult['days']) => string) | null;
}

export const TokensChart = ({ days, from, to, cap, costOf }: TokensProps) => {
  const sums = new Map<string, number>();
  for (const { day, tokens } of days) sums.set(day, (sums.get(day) ?? 0) + tokens);
  const bars = everyDay(
    [...sums].map(([day, count]) => ({ day, count })),
    from,
    to,
  );
  const most = Math.max(0, ...bars.map(({ count }) => count));
  const width = WIDTH / bars.length;
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const costOn = (day: string): readonly string[] =>
    costOf === null ? [] : [costOf(days.filter((one) => one.day === day))];
  return (
    <Plot
      title="Tokens per day"
      words={`Tokens per day from ${longDay(from)} to ${longDay(to)}: ${numberOf(total)} in all, at most ${numberOf(most)} on one day, of ${numberOf(cap)} allowed.`}
      format={numberOf}
      bars
      head={['Day', 'Tokens', ...(costOf === null ? [] : ['Cost'])]}
      rows={bars
        .filter(({ count }) => count > 0)
        .map(({ day, count }) => [day, numberOf(count), ...costOn(day)])
        .reverse()}
      caption={`${longDay(from)} to ${longDay(to)}, at most ${numberOf(most)} tokens on one day`}
      {...{ most, from, to }}
    >
      {(top) =>
        bars.map(({ day, count }, at) => (
          <rect
            key={day}
            x={at * width + 1}
            width={Math.max(1, width - 2)}
            y={HEIGHT - (count / top) * HEIGHT}
            height={(count / top) * HEIGHT}
          >
            <title>{[`${longDay(day)}: ${numberOf(count)}`, ...costOn(day)].join(', ')}</title>
          </rect>
        ))
      }
    </Plot>
  );
};

export const GrowthChart = ({ days, from, to }: RangeProps & { readonly days: readonly DayCount[] }) => {
  const line = growth(days, from, to);
  const [first, last] = [line[0]?.count ?? 0, line.at(-1)?.count ?? 0];
  const points = line.map(({ day, count }) => ({ day, value: count }));
  return (
    <Plot
      title="Memories"
      words={`Memories from ${longDay(from)} to ${longDay(to)}: from ${numberOf(first)} to ${numberOf(last)}.`}
      format={numberOf}
      head={['Day', 'New', 'Memories']}
      rows={line
        .flatMap(({ day, count }, at) => {
          const fresh = count - (line[at - 1]?.count ?? first);
          return fresh === 0 && at !== line.length - 1 ? [] : [[day, numberOf(fresh), numberOf(count)]];
        })
        .reverse()}
      caption={
        <>
          {longDay(from)}: {numberOf(first)}, {longDay(to)}: {memoriesOf(last)}
        </>
      }
      most={Math.max(0, ...line.map(({ count }) => count))}
      lines={{ area: points, stroke: points }}
      {...{ from, to }}
    />
  );
};
