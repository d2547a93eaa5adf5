/** Shows models' calls and their cost against the day's cap, the size of the store, and durations. [PG-16] */
import type { StatsResult, UsageResult } from '@cairn/schema';
import { useRef } from 'preact/hooks';
import { useCairn, useLive, useLoaded, useNewDay } from '../app/cairn.ts';
import { Answer, Empty, Page } from '../parts/basics.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { hashOf } from '../pure/route.ts';
import { daysBefore } from '../pure/series.ts';
import { costOfDays, moneyOf } from '../pure/spending.ts';
import { bytesOf, countOf, memoriesOf, numberOf, timeOf } from '../pure/words.ts';
import { GrowthChart, type RangeProps, TokensChart } from './charts.tsx';
import { LatencyCard, SizeChart } from './day-charts.tsx';

const DAYS = 30;
const COUNT_AGAIN_MS = 1_000;

export const UsagePage = () => {
  const usage = useLoaded('GET /v1/usage', { query: { days: DAYS } });
  const stats = useLoaded('GET /v1/stats', {});
  const status = useLoaded('GET /v1/status', {});
  const { browser } = useCairn();
  const isDue = useRef(false);
  const countAgain = () => {
    stats.reload();
    usage.reload();
  };
  // Counting reads the whole store, so changes are debounced.
  useLive((event) => {
    if (event.kind === 'settings') usage.reload();
    if (event.kind !== 'changed' || isDue.current) return;
    isDue.current = true;
    browser.after(COUNT_AGAIN_MS, () => {
      isDue.current = false;
      countAgain();
    });
  });
  useNewDay(countAgain);
  const failure = usage.failure ?? stats.failure;
  const range = { from: daysBefore(browser.nowMs(), DAYS - 1), to: daysBefore(browser.nowMs(), 0) };
  return (
    <Page title="Usage">
      <Answer of={{ value: usage.value, failure }}>{(value) => <Tokens usage={value} {...range} />}</Answer>
      {stats.value !== null && (
        <Memories
          stats={stats.value}
          summaries={status.value?.store.summaries ?? null}
          figures={usage.value?.figures ?? []}
          {...range}
        />
      )}
      {usage.value !== null && <LatencyCard figures={usage.value.figures} {...range} />}
    </Page>
  );
};

const Tokens = ({ usage, from, to }: RangeProps & { readonly usage: UsageResult }) => {
  const { tokensToday, tokensPerDay, models, days, usage: sums, calls, currency, costToday } = usage;
  const costs = costOfDays(days);
  const money = (cost: number | null): string =>
    cost === null || currency === null ? 'unknown' : moneyOf(cost, currency);
  return (
    <div class="card">
      <h2>Language models</h2>
      {models.length === 0 && calls.length === 0 ? (
        <Empty title="No model is configured">
          <p>Everything works without one. With one, summaries read better:</p>
          <p>
            <a href={hashOf('settings')}>Choose one in the settings</a>
          </p>
        </Empty>
      ) : (
        <>
          <p>
            <strong>{numberOf(tokensToday)}</strong> of {numberOf(tokensPerDay)} tokens today
            {currency !== null && `, ${money(costToday)}`}
          </p>
          <progress
            max={tokensPerDay}
            value={Math.min(tokensToday, tokensPerDay)}
            aria-label="Tokens of today"
          />
          <TokensChart
            {...{ days, from, to, cap: tokensPerDay }}
            costOf={currency === null ? null : (some) => money(costOfDays(some))}
          />
          {currency === null ? (
            <p class="small">
              The cost is shown once you enter the price of a million tokens, in the{' '}
              <a href={hashOf('settings')}>settings</a>.
            </p>
          ) : (
            <p class="small">
              {money(costs)} in {DAYS} days, at the prices that are set now.
            </p>
          )}
          <table>
            <caption>By purpose, {DAYS} days</caption>
            <thead>
              <tr>
                <th scope="col">Purpose, model, outcome</th>
                <th scope="col">Calls</th>
                <th scope="col">Tokens</th>
                {currency !== null && <th scope="col">Cost</th>}
              </tr>
            </thead>
            <tbody>
              {sums.map((sum) => (
                <tr key={`${sum.purpose} ${sum.model} ${sum.outcome}`}>
                  <td>
                    {sum.purpose}, {sum.model}, {sum.outcome}
                  </td>
                  <td class="number">{numberOf(sum.calls)}</td>
                  <td class="number">{numberOf(sum.promptTokens + sum.completionTokens)}</td>
                  {currency !== null && <td class="number">{money(sum.cost)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
          {calls[0] !== undefined && <p class="small">Last asked {timeOf(calls[0].at)}</p>}
        </>
      )}
    </div>
  );
};

interface MemoriesProps extends RangeProps {
  readonly stats: StatsResult;
  readonly summaries: number | null;
  readonly figures: UsageResult['figures'];
}

const Memories = ({ stats, summaries, figures, from, to }: MemoriesProps) => {
  const { browser } = useCairn();
  const { memories, store, days } = stats;
  return (
    <div class="card">
      <h2>Memories</h2>
      <Pairs
        class="figures"
        rows={[
          ['Current', numberOf(memories.current)],
          ['Replaced', numberOf(memories.superseded)],
          ['Pinned', numberOf(memories.pinned)],
          ['Forgotten', numberOf(memories.forgotten)],
          ['Summaries', summaries === null ? '–' : numberOf(summaries)],
          ['Database', bytesOf(store.bytes + store.walBytes)],
        ]}
      />
      {memories.current > 0 && (
        <GrowthChart days={days} from={daysBefore(browser.nowMs(), 3 * DAYS)} to={to} />
      )}
      <SizeChart figures={figures} from={from} to={to} />
      <p class="small">
        {memoriesOf(memories.current)} in{' '}
        {countOf(stats.projects.filter(({ project }) => project !== null).length, 'project')},{' '}
        {countOf(stats.tags.length, 'tag')}, from {countOf(stats.devices.length, 'device')}.
      </p>
    </div>
  );
};
