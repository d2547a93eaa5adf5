/** How large the database was, and how long saves and searches took, day by day. What is drawn is said in words too. [PG-16] */
import type { DayFiguresResult } from '@cairn/schema';
import { type DayLatency, dayPath, durationOf, latenciesOf } from '../pure/spending.ts';
import { bytesOf, countOf, memoriesOf, numberOf } from '../pure/words.ts';

const WIDTH = 600;
const HEIGHT = 120;

interface RangeProps {
  readonly from: string;
  readonly to: string;
}

export const SizeChart = ({
  figures,
  from,
  to,
}: RangeProps & { readonly figures: readonly DayFiguresResult[] }) => {
  const [first, last] = [figures[0], figures.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = Math.max(...figures.map(({ bytes }) => bytes));
  const path = dayPath(
    figures.map(({ day, bytes }) => ({ day, value: bytes })),
    from,
    to,
    { width: WIDTH, height: HEIGHT, most },
  );
  const words =
    first === last
      ? `${bytesOf(last.bytes)} today; it is written down once a day from now on`
      : `${first.day}: ${bytesOf(first.bytes)}, ${last.day}: ${bytesOf(last.bytes)}`;
  return (
    <figure>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Size of the database: ${words}.`}
      >
        <path class="stroke" d={path} />
      </svg>
      <figcaption class="small">
        Size of the database. {words}, with {memoriesOf(last.memories)} and{' '}
        {countOf(last.passages, 'passage')} of documents and sessions.
      </figcaption>
    </figure>
  );
};

const LINES = ['p50', 'p95', 'p99'] as const;
const LABELS: Readonly<Record<(typeof LINES)[number], string>> = {
  p50: 'half of them',
  p95: '95 in 100',
  p99: '99 in 100',
};

interface LatencyProps extends RangeProps {
  readonly title: string;
  readonly days: readonly DayLatency[];
}

const Latency = ({ title, days, from, to }: LatencyProps) => {
  const last = days.at(-1);
  if (last === undefined) return null;
  const { count, p50, p95, p99 } = last.figures;
  const most = Math.max(...days.map(({ figures }) => figures.p99));
  const words = `half within ${durationOf(p50)}, 95 in 100 within ${durationOf(p95)}, 99 in 100 within ${durationOf(p99)}`;
  return (
    <figure>
      <h3>{title}</h3>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`How long ${title.toLowerCase()} took from ${from} to ${to}, at most ${durationOf(most)}. On ${last.day}: ${words}.`}
      >
        {LINES.map((line) => (
          <path
            key={line}
            class={`stroke ${line}`}
            d={dayPath(
              days.map(({ day, figures }) => ({ day, value: figures[line] })),
              from,
              to,
              { width: WIDTH, height: HEIGHT, most },
            )}
          />
        ))}
      </svg>
      <figcaption class="small">
        {last.day}, {count === 1 ? 'one' : numberOf(count)} of them: {words}.
      </figcaption>
    </figure>
  );
};

export const LatencyCard = ({
  figures,
  from,
  to,
}: RangeProps & { readonly figures: readonly DayFiguresResult[] }) => {
  const [saves, searches] = [latenciesOf(figures, 'saves'), latenciesOf(figures, 'searches')];
  return (
    <div class="card">
      <h2>How long it takes</h2>
      {saves.length + searches.length === 0 ? (
        <p class="small">Nothing was saved or searched in these days.</p>
      ) : (
        <>
          <div class="pair">
            <Latency title="Saves" days={saves} from={from} to={to} />
            <Latency title="Searches" days={searches} from={from} to={to} />
          </div>
          <ul class="legend small">
            {LINES.map((line) => (
              <li key={line}>
                <i class={`dash ${line}`} aria-hidden="true" /> {LABELS[line]}
              </li>
            ))}
            <li>in the daemon, without the way to it</li>
          </ul>
        </>
      )}
    </div>
  );
};
