/** The form of a schedule: its task, how often it runs, and when it notifies. [PG-18] */
import { type CadenceType, LIMITS, type Schedule } from '@cairn/schema';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { Refusal } from '../parts/basics.tsx';
import { FormActions, Select, typed, unsaved, useSaving } from '../parts/fields.tsx';
import { ownZone } from '../pure/zones.ts';
import { cadenceOf, cadenceValue } from './cadence.ts';
import { createMaker } from './maker.ts';
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
  /** False if it was deleted elsewhere. What was typed stays, to be copied. */
  readonly canSave?: boolean;
  readonly done: (saved: Schedule) => void;
  readonly close: () => void;
}

interface Typed {
  readonly name: string;
  readonly goal: string;
  readonly type: CadenceType;
  readonly value: string;
  readonly zone: string;
  readonly notify: Schedule['notify'];
}

const NEW: Typed = {
  name: '',
  goal: '',
  type: 'cron',
  value: '0 9 * * 1-5',
  zone: '',
  notify: 'always',
};

const typedOf = ({ name, goal, cadence, notify }: Schedule): Typed => ({
  ...{ name: name ?? '', goal, notify, type: cadence.type, zone: cadence.timezone ?? '' },
  value: cadenceValue(cadence, ownZone()),
});

/** Returns what the person changed. So a change from elsewhere stays, and an unchanged interval does not restart its count. */
const changesOf = ({ name, goal, type, value, zone, notify }: Typed, before: Typed) => ({
  ...(name === before.name ? {} : { name: nameOf(name) }),
  ...(goal === before.goal ? {} : { goal }),
  ...(notify === before.notify ? {} : { notify }),
  ...(type === before.type && value === before.value && zone === before.zone
    ? {}
    : { cadence: cadenceOf(type, value, zone) }),
});

const nameOf = (name: string): string | null => (name.trim() === '' ? null : name);

export const ScheduleForm = ({ schedule, canSave = true, done, close }: FormProps) => {
  const { api, say } = useCairn();
  const make = useMemo(() => createMaker(api), [api]);
  const [opened] = useState<Typed>(schedule === null ? NEW : typedOf(schedule));
  const [name, setName] = useState(opened.name);
  const [goal, setGoal] = useState(opened.goal);
  const [type, setType] = useState(opened.type);
  const [value, setValue] = useState(opened.value);
  const [zone, setZone] = useState(opened.zone);
  const [notify, setNotify] = useState(opened.notify);
  const first = useRef<HTMLInputElement>(null);
  // The button that opened the form, and had the focus, no longer exists.
  useEffect(() => first.current?.focus(), []);
  const isReadable = value.trim() !== '' && (type !== 'interval' || Number.isFinite(Number(value)));
  const changes = changesOf({ name, goal, type, value, zone, notify }, opened);
  const send = () => {
    const source = 'user';
    if (schedule !== null)
      return api.ask('PATCH /v1/schedules/:id', {
        at: { id: schedule.id },
        body: { ...changes, source },
      });
    return make({ goal, name: nameOf(name), notify, cadence: cadenceOf(type, value, zone), source });
  };
  const save = async (): Promise<string | null> => {
    const saved = await send();
    if (!saved.ok) return saved.error.message;
    const { schedule, warnings = [] } = saved.value;
    const next = schedule.nextRunText === null ? '' : ` It runs next ${schedule.nextRunText}.`;
    say([`Saved.${next}`, ...warnings].join(' '));
    done(schedule);
    return null;
  };
  const { problem, isBusy, submit } = useSaving(save);
  return (
    <form
      class="card fields"
      aria-label={schedule === null ? 'A new schedule' : 'Edit the schedule'}
      onSubmit={submit}
      {...unsaved(Object.keys(changes).length > 0)}
    >
      <label class="field">
        <span>Name</span>
        <input ref={first} dir="auto" {...typed(name, setName, isBusy)} />
      </label>
      <label class="field">
        <span>Task</span>
        <textarea
          required
          dir="auto"
          maxLength={LIMITS.scheduleGoalCharsMax}
          {...typed(goal, setGoal, isBusy)}
        />
      </label>
      <Select
        class="field"
        label="When"
        value={type}
        options={CADENCE_TYPES.map((one) => [one, TYPES[one]])}
        choose={(chosen) => {
          setType(CADENCE_TYPES.find((one) => one === chosen) ?? type);
          setValue('');
        }}
      />
      <label class="field">
        <span>{type === 'interval' ? 'Minutes' : type === 'once' ? 'Time' : 'Expression'}</span>
        <input
          required
          {...(type === 'interval' ? { pattern: '[0-9]+([.][0-9]+)?', title: 'A number of minutes' } : {})}
          {...typed(value, setValue, isBusy)}
        />
      </label>
      <label class="field">
        <span>Time zone (empty: this device's)</span>
        <input {...typed(zone, setZone, isBusy)} />
      </label>
      <NextRuns cadence={isReadable ? cadenceOf(type, value, zone) : null} />
      <Select
        class="field"
        label="Tell me"
        value={notify}
        options={NOTIFICATIONS.map((one) => [one, NOTIFY[one]])}
        choose={(chosen) => setNotify(NOTIFICATIONS.find((one) => one === chosen) ?? notify)}
      />
      <Refusal text={problem} />
      <FormActions canSave={canSave} isBusy={isBusy} close={close} />
    </form>
  );
};
