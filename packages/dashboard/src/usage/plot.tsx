/** Draws the parts of every chart: a scale, days, a description for screen readers, and its numbers as a table. [PG-16] */
import type { ComponentChildren } from 'preact';
import { dayTicks, longDay, shortDay, ticksOf } from '../pure/series.ts';
import { dayPath } from '../pure/spending.ts';

/** Width in units of the view box, which is scaled to the available space. */
export const WIDTH = 600;
export const HEIGHT = 120;

interface PlotProps {
  readonly title: string;
  /** A sentence that describes the chart to screen readers. */
  readonly words: string;
  /** The largest value. */
  readonly most: number;
  /** If its scale has whole numbers only. Default: true. */
  readonly whole?: boolean;
  readonly format: (value: number) => string;
  readonly from: string;
  readonly to: string;
  readonly bars?: boolean;
  readonly head: readonly string[];
  /** Rows of the table, newest day first. The first value of a row is its day. */
  readonly rows: readonly (readonly string[])[];
  readonly caption: ComponentChildren;
  /** Lines by their class. An `area` is closed at the bottom. */
  readonly lines?: Readonly<Record<string, Parameters<typeof dayPath>[0]>>;
  /** Draws below the highest value of the scale. */
  readonly children?: (top: number) => ComponentChildren;
}

export const Plot = (props: PlotProps) => {
  const { title, words, most, whole = true, format, from, to, bars = false, head, rows, caption } = props;
  const ticks = ticksOf(most, { whole });
  const top = ticks.at(-1) ?? 1;
  return (
    <figure class="plot">
      <h3>{title}</h3>
      <div class="plot-box">
        <ol class="up" aria-hidden="true">
          {ticks.map((tick) => (
            <li key={tick}>{format(tick)}</li>
          ))}
        </ol>
        <svg
          class="chart"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words}
        >
          {ticks.map((tick, at) => {
            const y = HEIGHT - (at / (ticks.length - 1)) * HEIGHT;
            return <path key={tick} class="grid" d={`M0 ${y}H${WIDTH}`} />;
          })}
          {Object.entries(props.lines ?? {}).map(([name, values]) => {
            const path = dayPath(values, from, to, { width: WIDTH, height: HEIGHT, most: top });
            const end = name === 'area' ? `L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z` : '';
            return <path key={name} class={name} d={path + end} />;
          })}
          {props.children?.(top)}
        </svg>
        <ol class="along" aria-hidden="true">
          {dayTicks(from, to, { bars }).map(({ day, at }) => (
            <li key={day} style={{ left: `${at * 100}%` }}>
              {shortDay(day)}
            </li>
          ))}
        </ol>
      </div>
      <figcaption class="small">{caption}</figcaption>
      {rows.length > 0 && (
        <details>
          <summary class="small">
            As a table<span class="unseen">: {title}</span>
          </summary>
          <table>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([day, ...values]) => (
                <tr key={day}>
                  <th scope="row">{longDay(day ?? '')}</th>
                  {values.map((value, at) => (
                    <td class="number" key={at}>
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  );
};
