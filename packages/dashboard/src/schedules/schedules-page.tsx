/** Shows everything that runs by itself: schedules, and the daemon's housekeeping. [PG-18] */
import type { Schedule } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn, useGoFromHere, useLoaded } from '../app/cairn.ts';
import { Answer, Button, Empty, Page } from '../parts/basics.tsx';
import { useFocusBack } from '../parts/focus-back.ts';
import { LinkList } from '../parts/link-list.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { oneHash } from '../pure/route.ts';
import { agoOf, countOf, cutAt } from '../pure/words.ts';
import { ownZone } from '../pure/zones.ts';
import { listedCadence, spanWords } from './cadence.ts';
import { ScheduleForm } from './schedule-form.tsx';

const LABEL_CHARS = 80;

export const SchedulesPage = () => {
  const go = useGoFromHere();
  const { value, failure } = useLoaded('GET /v1/schedules', {}, ['scheduled', 'schedule']);
  const [isNew, setNew] = useState(false);
  const focus = useFocusBack();
  return (
    <Page
      title="Schedules"
      note={value !== null && countOf(value.total, 'schedule')}
      beside={!isNew && <Button text="New schedule" ref={focus.ref} act={() => setNew(true)} />}
    >
      {isNew && (
        <ScheduleForm
          schedule={null}
          done={({ id }) => go(oneHash('schedule', id), false)}
          close={() => {
            focus.leave();
            setNew(false);
          }}
        />
      )}
      <Answer of={{ value, failure }} />
      {value?.model === false && (
        <p class="small">No model is configured on this device: every run here is skipped.</p>
      )}
      {value?.total === 0 && !isNew && (
        <Empty title="Nothing is scheduled">
          <p>A schedule gives a model a task at set times, with your memory at hand.</p>
        </Empty>
      )}
      {value !== null && value.schedules.length > 0 && (
        <LinkList>
          {value.schedules.map((schedule) => (
            <Line key={schedule.id} schedule={schedule} />
          ))}
        </LinkList>
      )}
      <Housekeeping />
    </Page>
  );
};

const Line = ({ schedule }: { readonly schedule: Schedule }) => {
  const { browser } = useCairn();
  const { id, name, goal, status, runner, nextRunAt, nextRunText, lastStatus, running } = schedule;
  return (
    <li>
      <a class="thing" href={oneHash('schedule', id)}>
        <strong dir="auto">{name ?? cutAt(goal, LABEL_CHARS)}</strong>
        <span class="line">
          <span>{listedCadence(schedule, ownZone())}</span>
          {nextRunAt !== null && (
            <span title={nextRunText ?? undefined}>next {agoOf(nextRunAt, browser.nowMs())}</span>
          )}
          {status !== 'active' && <span class="tag">{status}</span>}
          {running && <span class="tag">running</span>}
          {lastStatus !== null && <span>last run: {lastStatus}</span>}
          <span>{runner.state === 'nobody' ? 'runs nowhere' : `on ${runner.name}`}</span>
        </span>
      </a>
    </li>
  );
};

const Housekeeping = () => {
  const { browser } = useCairn();
  const { value } = useLoaded('GET /v1/schedules/system', {});
  if (value === null) return null;
  return (
    <details class="card">
      <summary>Housekeeping of the daemon</summary>
      <Pairs
        rows={value.schedules.map(({ name, everySeconds, lastRunAt, outcome }) => {
          const last = lastRunAt === null ? '' : `, last ${agoOf(lastRunAt, browser.nowMs())}`;
          return [name, `every ${spanWords(everySeconds)}${last}${outcome === null ? '' : `: ${outcome}`}`];
        })}
      />
    </details>
  );
};
