/** Charts drawn here; what they show is said in words too. */
import type { UsageResult } from '@cairn/schema';
import { type DayCount, everyDay, growth, linePath } from '../pure/series.ts';
import { memoriesOf, numberOf } from '../pure/words.ts';

const WIDTH = 600;
const HEIGHT = 120;

interface RangeProps {
  readonly from: string;
  readonly to: string;
}

interface TokensProps extends RangeProps {
  readonly days: UsageResult['days'];
  readonly cap: number;
  /** What a day cost, in words; null without a price. */
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
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const width = WIDTH / bars.length;
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Tokens per day from ${from} to ${to}: ${numberOf(total)} in all, at most ${numberOf(most)} on one day, of ${numberOf(cap)} allowed.`}
      >
        {bars.map(({ day, count }, at) => (
          <rect
            key={day}
            x={at * width + 1}
            width={Math.max(1, width - 2)}
            y={HEIGHT - (count / most) * HEIGHT}
            height={(count / most) * HEIGHT}
          >
            <title>{`${day}: ${numberOf(count)}${costOf === null ? '' : `, ${costOf(days.filter((one) => one.day === day))}`}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption class="small">
        {from} to {to}, at most {numberOf(most)} tokens on one day
      </figcaption>
    </figure>
  );
};

export const GrowthChart = ({ days, from, to }: RangeProps & { readonly days: readonly DayCount[] }) => {
  const line = growth(days, from, to);
  const [first, last] = [line[0]?.count ?? 0, line.at(-1)?.count ?? 0];
  const values = line.map(({ count }) => count);
  return (
    <figure>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Memories from ${from} to ${to}: from ${numberOf(first)} to ${numberOf(last)}.`}
      >
        <path class="area" d={`${linePath(values, WIDTH, HEIGHT)}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
        <path class="stroke" d={linePath(values, WIDTH, HEIGHT)} />
      </svg>
      <figcaption class="small">
        {from}: {numberOf(first)}, {to}: {memoriesOf(last)}
      </figcaption>
    </figure>
  );
};
