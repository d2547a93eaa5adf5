/** Charts of the database's size, and of the duration of saves and searches, by day. Each is also described in words. [PG-16] */
import type { DayFiguresResult } from '@cairn/schema';
import { longDay } from '../pure/series.ts';
import { type DayLatency, durationOf, latenciesOf } from '../pure/spending.ts';
import { bytesOf, countOf, memoriesOf, numberOf } from '../pure/words.ts';
import type { RangeProps } from './charts.tsx';
import { Plot } from './plot.tsx';

interface FiguresProps extends RangeProps {
  readonly figures: readonly DayFiguresResult[];
}

export const SizeChart = ({ figures, from, to }: FiguresProps) => {
  const [first, last] = [figures[0], figures.at(-1)];
  if (first === undefined || last === undefined) return null;
  const words =
    first === last
      ? `${bytesOf(last.bytes)} ${last.day === to ? 'today' : `on ${longDay(last.day)}`}; it is recorded once a day from now on`
      : `${longDay(first.day)}: ${bytesOf(first.bytes)}, ${longDay(last.day)}: ${bytesOf(last.bytes)}`;
  return (
    <Plot
      title="Size of the database"
      words={`Size of the database: ${words}.`}
      format={bytesOf}
      head={['Day', 'Size', 'Memories', 'Passages']}
      rows={figures
        .map(({ day, bytes, memories, passages }) => [
          day,
          bytesOf(bytes),
          numberOf(memories),
          numberOf(passages),
        ])
        .reverse()}
      caption={
        <>
          {words}, with {memoriesOf(last.memories)} and {countOf(last.passages, 'passage')} of documents and
          sessions.
        </>
      }
      most={Math.max(...figures.map(({ bytes }) => bytes))}
      lines={{ stroke: figures.map(({ day, bytes }) => ({ day, value: bytes })) }}
      {...{ from, to }}
    />
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
    <Plot
      title={title}
      words={`How long ${title.toLowerCase()} took from ${longDay(from)} to ${longDay(to)}, at most ${durationOf(most)}. On ${longDay(last.day)}: ${words}.`}
      format={(ms) => (ms === 0 ? '0' : durationOf(ms))}
      head={['Day', 'How many', ...LINES.map((line) => LABELS[line])]}
      rows={days
        .map(({ day, figures }) => [
          day,
          numberOf(figures.count),
          ...LINES.map((line) => durationOf(figures[line])),
        ])
        .reverse()}
      caption={
        <>
          {longDay(last.day)}, {count === 1 ? 'one' : numberOf(count)} of them: {words}.
        </>
      }
      whole={false}
      lines={Object.fromEntries(
        LINES.map((line) => [
          `stroke ${line}`,
          days.map(({ day, figures }) => ({ day, value: figures[line] })),
        ]),
      )}
      {...{ most, from, to }}
    />
  );
};

export const LatencyCard = ({ figures, from, to }: FiguresProps) => {
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
            <li>in the daemon, without the network</li>
          </ul>
        </>
      )}
    </div>
  );
};
