/** Shows one schedule: its times, the results of its runs, and how to change it. [PG-18] */
import type { Result, Schedule, ScheduleRunsResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import type { Failure } from '../adapters/api.ts';
import { useCairn, useGoFromHere, useLive, useLoaded } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Answer, Button, Content, Page } from '../parts/basics.tsx';
import { useFocusBack } from '../parts/focus-back.ts';
import { Pairs } from '../parts/pairs.tsx';
import { hashOf } from '../pure/route.ts';
import { moneyOf } from '../pure/spending.ts';
import { countOf, ranWords, timeOf } from '../pure/words.ts';
import { cadenceWords } from './cadence.ts';
import { NextRuns } from './next-runs.tsx';
import { ScheduleForm } from './schedule-form.tsx';

const RUNS = 50;

export const SchedulePage = ({ id }: { readonly id: string }) => {
  const found = useLoaded('GET /v1/schedules/:id', { at: { id } });
  const runs = useLoaded('GET /v1/schedules/:id/runs', { at: { id }, query: { limit: RUNS } });
  const refresh = (): void => {
    found.reload();
    runs.reload();
  };
  useLive((event) => {
    if (event.kind === 'scheduled' && event.ids.includes(id)) refresh();
    if (event.kind === 'schedule' && event.schedule === id) refresh();
  });
  const isGone = found.failure?.kind === 'missing';
  return (
    <Page
      title={(isGone ? null : found.value?.schedule.name) ?? 'Schedule'}
      above={<a href={hashOf('schedules')}>All schedules</a>}
    >
      <Answer of={found}>
        {({ schedule }) => <About schedule={schedule} isGone={isGone} refresh={refresh} />}
      </Answer>
      {runs.value !== null && !isGone && <Runs runs={runs.value} />}
    </Page>
  );
};

interface AboutProps {
  readonly schedule: Schedule;
  /** It was deleted elsewhere. Only a draft of it stays. */
  readonly isGone: boolean;
  readonly refresh: () => void;
}

const About = ({ schedule: read, isGone, refresh }: AboutProps) => {
  /** What was saved here. It is newer than what was read until it is read again, and a form that opens begins with it. */
  const [saved, setSaved] = useState(read);
  const schedule = saved.updatedAt > read.updatedAt ? saved : read;
  const { api, say } = useCairn();
  const go = useGoFromHere();
  const [doing, setDoing] = useState<'edit' | 'remove' | 'run' | null>(null);
  const focus = useFocusBack();
  const { status, runner, nextRunText, reason } = schedule;
  const at = { id: schedule.id };
  const tell = async (asked: Promise<Result<object, Failure>>, said: string): Promise<void> => {
    const done = await asked;
    say(done.ok ? said : done.error.message);
    refresh();
  };
  const run = async (): Promise<void> => {
    setDoing('run');
    const done = await api.ask('POST /v1/schedules/:id/run', { at });
    say(done.ok ? ranWords(done.value.run) : done.error.message);
    refresh();
    setDoing(null);
  };
  const remove = async (): Promise<void> => {
    const done = await api.ask('DELETE /v1/schedules/:id', { at });
    say(done.ok ? 'The schedule is deleted.' : done.error.message);
    if (done.ok) go(hashOf('schedules'), true);
  };
  const endEditing = (): void => {
    focus.leave();
    setDoing(null);
  };
  const isHere = runner.state === 'this_device';
  if (doing === 'edit')
    return (
      <ScheduleForm
        schedule={schedule}
        canSave={!isGone}
        close={endEditing}
        done={(made) => {
          setSaved(made);
          endEditing();
          refresh();
        }}
      />
    );
  if (isGone) return null;
  const isPaused = status === 'paused';
  return (
    <div class="card">
      <Content text={schedule.goal} />
      <Pairs
        rows={[
          ['When', cadenceWords(schedule.cadence)],
          ['Next run', nextRunText ?? (status === 'active' ? 'not on this device' : 'none')],
          ['State', reason === null ? status : `${status}: ${reason}`],
          ['Project', schedule.project ?? 'none'],
          ['Runs on', runner.state === 'nobody' ? `nowhere: ${runner.name} left` : runner.name],
        ]}
      />
      {schedule.cadence.type === 'cron' && status === 'active' && (
        <NextRuns key={schedule.nextRunAt} cadence={schedule.cadence} />
      )}
      <div class="actions">
        {/* One button that is never disabled, because replacing or disabling it would lose the focus. */}
        <Button
          text={!isHere ? 'Run it on this device' : doing === 'run' ? 'Running…' : 'Run now'}
          disabled={doing === 'run'}
          act={() =>
            isHere ? run() : tell(api.ask('POST /v1/schedules/:id/take', { at }), 'It runs here now.')
          }
        />
        {status !== 'completed' && (
          <Button
            text={isPaused ? 'Resume' : 'Pause'}
            act={() =>
              tell(
                api.ask('PATCH /v1/schedules/:id', { at, body: { status: isPaused ? 'active' : 'paused' } }),
                isPaused ? 'It goes on.' : 'It is paused.',
              )
            }
          />
        )}
        <Button text="Edit" ref={focus.ref} act={() => setDoing('edit')} />
        <Button text="Delete…" class="danger" act={() => setDoing('remove')} />
      </div>
      {doing === 'remove' && (
        <Ask title="Delete this schedule?" yes="Delete" act={remove} close={() => setDoing(null)}>
          <q dir="auto">{schedule.name ?? schedule.goal}</q> no longer runs on any device, and its runs are no
          longer listed. This cannot be undone.
        </Ask>
      )}
    </div>
  );
};

const Runs = ({ runs: { runs, total } }: { readonly runs: ScheduleRunsResult }) => (
  <>
    <h2>{total === 0 ? 'It has not run here yet' : `${countOf(total, 'run')} on this device`}</h2>
    <ul class="things">
      {runs.map(({ id, startedAt, status, output, summary, tokens, cost, currency, dueAt }) => (
        <li class="card" key={id}>
          <p class="line">
            <strong>{status}</strong>
            <time dateTime={startedAt}>{timeOf(startedAt)}</time>
            <span>{dueAt === null ? 'asked for' : 'at its time'}</span>
            <span>{countOf(tokens, 'token')}</span>
            {cost !== null && currency !== null && cost > 0 && <span>{moneyOf(cost, currency)}</span>}
          </p>
          <Content text={output ?? summary ?? ''} />
        </li>
      ))}
    </ul>
  </>
);
