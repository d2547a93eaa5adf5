/** The form of a schedule: its task, how often it runs, and when it notifies. [PG-18] */
import { type CadenceType, LIMITS, type Schedule } from '@cairn/schema';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Refusal } from '../parts/states.tsx';
import { ownZone } from '../pure/zones.ts';
import { cadenceOf, cadenceValue } from './cadence.ts';
import { NextRuns } from './next-runs.tsx';

const TYPES: Readonly<Record<CadenceType, string>> = {
  cron: 'cron expression, such as 0 9 * * 1-5',
  interval: 'every N minutes',
  once: 'once, such as 2027-01-31T09:00',
};
const NOTIFY: Readonly<Record<Schedule['notify'], string>> = {
  always: 'after every run',
  on_change: 'when the result changes',
  on_failure: 'when it fails',
  never: 'never',
};

// The contract's own lists would load all of zod.
const CADENCE_TYPES = ['cron', 'interval', 'once'] as const satisfies readonly CadenceType[];
const NOTIFICATIONS = [
  'always',
  'on_change',
  'on_failure',
  'never',
] as const satisfies readonly Schedule['notify'][];

interface FormProps {
  /** Null for a new schedule. */
  readonly schedule: Schedule | null;
  readonly done: (saved: Schedule) => void;
  readonly close: () => void;
}

export const ScheduleForm = ({ schedule, done, close }: FormProps) => {
  const { api, say } = useCairn();
  const [name, setName] = useState(schedule?.name ?? '');
  const [goal, setGoal] = useState(schedule?.goal ?? '');
  const [type, setType] = useState<CadenceType>(schedule?.cadence.type ?? 'cron');
  const [value, setValue] = useState(
    schedule === null ? '0 9 * * 1-5' : cadenceValue(schedule.cadence, ownZone()),
  );
  const [zone, setZone] = useState(schedule?.cadence.timezone ?? '');
  const [notify, setNotify] = useState<Schedule['notify']>(schedule?.notify ?? 'always');
  const [refused, setRefused] = useState('');
  const first = useRef<HTMLInputElement>(null);
  // The button that opened the form, and had the focus, no longer exists.
  useEffect(() => first.current?.focus(), []);
  const isReadable = value.trim() !== '' && (type !== 'interval' || Number.isFinite(Number(value)));
  const save = async (): Promise<void> => {
    const before =
      schedule === null
        ? null
        : [schedule.cadence.type, cadenceValue(schedule.cadence, ownZone()), schedule.cadence.timezone ?? ''];
    const isSame = before !== null && [type, value, zone].every((one, at) => one === before[at]);
    const body = {
      goal,
      name: name.trim() === '' ? null : name,
      notify,
      // Sending an unchanged interval would restart its count.
      ...(isSame ? {} : { cadence: cadenceOf(type, value, zone) }),
    };
    const saved =
      schedule === null
        ? await api.ask('POST /v1/schedules', {
            body: { ...body, cadence: cadenceOf(type, value, zone), source: 'user' },
          })
        : await api.ask('PATCH /v1/schedules/:id', { at: { id: schedule.id }, body });
    if (!saved.ok) return setRefused(saved.error.message);
    const { nextRunText } = saved.value.schedule;
    say(
      [
        nextRunText === null ? 'Saved.' : `Saved. It runs next ${nextRunText}.`,
        ...(saved.value.warnings ?? []),
      ].join(' '),
    );
    done(saved.value.schedule);
  };
  return (
    <form
      class="card fields"
      aria-label={schedule === null ? 'A new schedule' : 'Edit the schedule'}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label class="field">
        <span>Name</span>
        <input ref={first} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      <label class="field">
        <span>Task</span>
        <textarea
          required
          maxLength={LIMITS.scheduleGoalCharsMax}
          value={goal}
          onInput={({ currentTarget }) => setGoal(currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>When</span>
        <select
          value={type}
          onChange={({ currentTarget }) => {
            const chosen = CADENCE_TYPES.find((one) => one === currentTarget.value);
            if (chosen === undefined) return;
            setType(chosen);
            setValue('');
          }}
        >
          {CADENCE_TYPES.map((one) => (
            <option key={one} value={one}>
              {TYPES[one]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{type === 'interval' ? 'Minutes' : type === 'once' ? 'Time' : 'Expression'}</span>
        <input
          required
          {...(type === 'interval' ? { pattern: '[0-9]+([.][0-9]+)?', title: 'A number of minutes' } : {})}
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Time zone (empty: this device's)</span>
        <input value={zone} onInput={({ currentTarget }) => setZone(currentTarget.value)} />
      </label>
      <NextRuns cadence={isReadable ? cadenceOf(type, value, zone) : null} />
      <label class="field">
        <span>Tell me</span>
        <select
          value={notify}
          onChange={({ currentTarget }) =>
            setNotify(NOTIFICATIONS.find((one) => one === currentTarget.value) ?? notify)
          }
        >
          {NOTIFICATIONS.map((one) => (
            <option key={one} value={one}>
              {NOTIFY[one]}
            </option>
          ))}
        </select>
      </label>
      <Refusal text={refused} />
      <div class="actions">
        <button class="main" type="submit">
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
};

export const RemoveSchedule = ({
  schedule,
  remove,
  close,
}: {
  readonly schedule: Schedule;
  readonly remove: () => Promise<void>;
  readonly close: () => void;
}) => (
  <Ask title="Delete this schedule?" yes="Delete" act={remove} close={close}>
    <q dir="auto">{schedule.name ?? schedule.goal}</q> no longer runs on any device, and its runs are no
    longer listed. This cannot be undone.
  </Ask>
);
