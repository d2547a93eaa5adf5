/** Shows how the contexts of new sessions changed between two days. [PG-24] */
import type { ContextChange, ContextDaysResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useLoaded } from '../app/cairn.ts';
import { Failed, Linked } from '../parts/basics.tsx';
import { Select } from '../parts/fields.tsx';
import { sumOf, tokensChanged, whyChanged } from '../pure/day-changes.ts';
import { memoryHash } from '../pure/route.ts';
import { longDay } from '../pure/series.ts';
import { countOf, numberOf } from '../pure/words.ts';

type Day = ContextDaysResult['days'][number];

export const ContextDays = ({ project }: { readonly project: string }) => {
  const [chosen, setChosen] = useState<{ readonly from?: string; readonly to?: string }>({});
  const query = { ...chosen, project: project || null };
  const { value, failure } = useLoaded('GET /v1/context/days', { query }, ['changed', 'given']);
  return (
    <div class="card days">
      <h2>Over the days</h2>
      {failure !== null && <Failed failure={failure} />}
      {value !== null && value.days.length === 0 && (
        <p class="small">
          No session has begun {project === '' ? 'outside of a project' : 'in this project'} yet. From the
          first session on, Cairn records the ids and sizes of what each session was given, and this page
          shows how they change.
        </p>
      )}
      {value !== null && value.days.length > 0 && (
        <Between shown={value} choose={(change) => setChosen({ ...chosen, ...change })} />
      )}
    </div>
  );
};

interface BetweenProps {
  readonly shown: ContextDaysResult;
  readonly choose: (change: { readonly from?: string; readonly to?: string }) => void;
}

const Between = ({ shown: { days, from, to, changes }, choose }: BetweenProps) => (
  <>
    <Sizes days={days} />
    <form class="filters" aria-label="Between which days" onSubmit={(event) => event.preventDefault()}>
      <DayChoice label="From" days={days} value={from} choose={(day) => choose({ from: day })} />
      <DayChoice label="to" days={days} value={to} choose={(day) => choose({ to: day })} />
    </form>
    <p role="status">
      {from === null ? `On ${to} it was given for the first time: ${sumOf(changes)}` : sumOf(changes)}
    </p>
    <Changes changes={changes} />
  </>
);

interface DayChoiceProps {
  readonly label: string;
  readonly days: readonly Day[];
  readonly value: string | null;
  readonly choose: (day: string) => void;
}

const DayChoice = ({ label, days, value, choose }: DayChoiceProps) => (
  <Select
    label={label}
    value={value ?? ''}
    options={[
      ...(value === null ? [['', 'before that'] as const] : []),
      ...days.map(({ day, given }) => [day, given > 1 ? `${day}, changed within the day` : day] as const),
    ]}
    choose={choose}
  />
);

const SIZES_MAX = 30;

/** The size in tokens of each day's last context, oldest first. */
const Sizes = ({ days }: { readonly days: readonly Day[] }) => {
  const shown = days.slice(0, SIZES_MAX).reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined || shown.length < 2) return null;
  const most = Math.max(1, ...shown.map(({ tokens }) => tokens));
  return (
    <figure>
      <svg
        class="chart low"
        viewBox={`0 0 ${shown.length} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Tokens given, from ${numberOf(first.tokens)} on ${longDay(first.day)} to ${numberOf(last.tokens)} on ${longDay(last.day)}.`}
      >
        {shown.map(({ day, tokens, parts }, at) => (
          <rect
            key={day}
            x={at + 0.08}
            width="0.84"
            y={100 - (100 * tokens) / most}
            height={(100 * tokens) / most}
          >
            <title>{`${longDay(day)}: ${countOf(tokens, 'token')}, ${countOf(parts, 'part')}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption class="small">
        Tokens on the {shown.length} days on which it changed: {numberOf(first.tokens)} on{' '}
        {longDay(first.day)}, {numberOf(last.tokens)} of at most {numberOf(last.tokensMax)} on{' '}
        {longDay(last.day)}
      </figcaption>
    </figure>
  );
};

const SIGNS: Readonly<Record<ContextChange['change'], string>> = { came: '+', went: '−', changed: '~' };

/** Loads the texts of the memories and summaries among the changes, by id. */
export const useContents = (
  things: readonly { readonly kind: string; readonly id: string }[],
): ReadonlyMap<string, string> => {
  const ids = things.flatMap(({ kind, id }) => (kind === 'memory' ? [id] : []));
  const { value } = useLoaded(
    'GET /v1/memories',
    ids.length === 0 ? null : { query: { all: true, limit: ids.length, id: ids } },
    // A key keeps its id when it gets new words.
    ['changed'],
  );
  const hasSummary = things.some(({ kind }) => kind === 'summary');
  const { value: written } = useLoaded('GET /v1/summaries', hasSummary ? {} : null);
  return new Map([
    ...(value?.memories ?? []).map(({ id, content }) => [id, content] as const),
    ...(written?.summaries ?? []).map(
      ({ id, sentences }) => [id, sentences.map(({ text }) => text).join(' ')] as const,
    ),
  ]);
};

const Changes = ({ changes }: { readonly changes: readonly ContextChange[] }) => {
  const contents = useContents(changes);
  return (
    <ul class="changes">
      {changes.map((one) => (
        <li key={`${one.kind} ${one.id}`} class={one.change}>
          <span class="sign" aria-hidden="true">
            {SIGNS[one.change]}
          </span>
          <span>
            <span class="unseen">{one.change}: </span>
            <Named one={one} content={contents.get(one.id) ?? null} />
            <span class="small"> {whyChanged(one)}</span>
          </span>
          <span class="tokens">{tokensChanged(one)}</span>
        </li>
      ))}
    </ul>
  );
};

const Named = ({ one, content }: { readonly one: ContextChange; readonly content: string | null }) => {
  if (one.kind === 'summary') return <span dir="auto">{content ?? 'A summary'}</span>;
  if (one.why === 'forgotten') return <span>A memory</span>;
  return <Linked to={memoryHash(one.id)} text={content ?? 'A memory'} />;
};
