/** What models were asked, against the day's cap, and how much is remembered. [PG-16] */
import type { StatsResult, StatusResult, UsageResult } from '@cairn/schema';
import { useRef } from 'preact/hooks';
import { useCairn, useLive, useLoaded } from '../app/cairn.ts';
import { Command, Empty, Failed, Waiting } from '../parts/states.tsx';
import { daysBefore } from '../pure/series.ts';
import { bytesOf, countOf, memoriesOf, numberOf, timeOf } from '../pure/words.ts';
import { GrowthChart, TokensChart } from './charts.tsx';

const DAYS = 30;
const COUNT_AGAIN_MS = 1_000;

export const UsagePage = () => {
  const usage = useLoaded<UsageResult>(`/v1/usage?days=${DAYS}`);
  const stats = useLoaded<StatsResult>('/v1/stats');
  const status = useLoaded<StatusResult>('/v1/status');
  const { browser } = useCairn();
  const isDue = useRef(false);
  // Counting reads the whole store: once for all that changes within a moment.
  useLive((event) => {
    if (event.kind !== 'changed' || isDue.current) return;
    isDue.current = true;
    browser.after(COUNT_AGAIN_MS, () => {
      isDue.current = false;
      stats.reload();
    });
  });
  const failure = usage.failure ?? stats.failure;
  return (
    <section class="page" aria-labelledby="usage-title">
      <h1 id="usage-title">Usage</h1>
      {failure !== null && <Failed failure={failure} />}
      {usage.value === null && failure === null && <Waiting />}
      {usage.value !== null && <Tokens usage={usage.value} />}
      {stats.value !== null && (
        <Memories stats={stats.value} summaries={status.value?.store.summaries ?? null} />
      )}
    </section>
  );
};

const Tokens = ({ usage }: { readonly usage: UsageResult }) => {
  const { browser } = useCairn();
  const { tokensToday, tokensPerDay, models, days, usage: sums, calls } = usage;
  return (
    <div class="card">
      <h2>Language models</h2>
      {models.length === 0 && calls.length === 0 ? (
        <Empty title="No model is configured">
          <p>Everything works without one. With one, summaries read better:</p>
          <p>
            <Command text="CAIRN_LLM_BASE_URL=http://127.0.0.1:11434/v1 CAIRN_LLM_MODEL=qwen3:4b cairn up" />
          </p>
        </Empty>
      ) : (
        <>
          <p>
            <strong>{numberOf(tokensToday)}</strong> of {numberOf(tokensPerDay)} tokens today
          </p>
          <progress
            max={tokensPerDay}
            value={Math.min(tokensToday, tokensPerDay)}
            aria-label="Tokens of today"
          />
          <TokensChart
            days={days}
            from={daysBefore(browser.nowMs(), DAYS - 1)}
            to={daysBefore(browser.nowMs(), 0)}
            cap={tokensPerDay}
          />
          <table>
            <caption>By purpose, {DAYS} days</caption>
            <thead>
              <tr>
                <th scope="col">Purpose</th>
                <th scope="col">Model</th>
                <th scope="col">Outcome</th>
                <th scope="col">Calls</th>
                <th scope="col">Tokens</th>
              </tr>
            </thead>
            <tbody>
              {sums.map((sum) => (
                <tr key={`${sum.purpose} ${sum.model} ${sum.outcome}`}>
                  <td>{sum.purpose}</td>
                  <td>{sum.model}</td>
                  <td>{sum.outcome}</td>
                  <td class="number">{numberOf(sum.calls)}</td>
                  <td class="number">{numberOf(sum.promptTokens + sum.completionTokens)}</td>
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

const Memories = ({
  stats,
  summaries,
}: {
  readonly stats: StatsResult;
  readonly summaries: number | null;
}) => {
  const { browser } = useCairn();
  const { memories, store, days } = stats;
  return (
    <div class="card">
      <h2>Memories</h2>
      <dl class="figures">
        <div>
          <dt>Current</dt>
          <dd>{numberOf(memories.current)}</dd>
        </div>
        <div>
          <dt>Replaced</dt>
          <dd>{numberOf(memories.superseded)}</dd>
        </div>
        <div>
          <dt>Pinned</dt>
          <dd>{numberOf(memories.pinned)}</dd>
        </div>
        <div>
          <dt>Forgotten</dt>
          <dd>{numberOf(memories.forgotten)}</dd>
        </div>
        <div>
          <dt>Summaries</dt>
          <dd>{summaries === null ? '–' : numberOf(summaries)}</dd>
        </div>
        <div>
          <dt>Database</dt>
          <dd>{bytesOf(store.bytes + store.walBytes)}</dd>
        </div>
      </dl>
      {memories.current > 0 && (
        <GrowthChart
          days={days}
          from={daysBefore(browser.nowMs(), 3 * DAYS)}
          to={daysBefore(browser.nowMs(), 0)}
        />
      )}
      <p class="small">
        {memoriesOf(memories.current)} in{' '}
        {countOf(stats.projects.filter(({ project }) => project !== null).length, 'project')},{' '}
        {countOf(stats.tags.length, 'tag')}, from {countOf(stats.devices.length, 'device')}.
      </p>
    </div>
  );
};
