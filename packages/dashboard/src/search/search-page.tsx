/** Searches while a person types, and says why each result is in its place. [PG-6] */
import type { PassageHit, SearchResult } from '@cairn/schema';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../adapters/api.ts';
import { useCairn, useCoalesced, useLive } from '../app/cairn.ts';
import { useKeys } from '../app/keys.ts';
import { Empty, Failed, Page } from '../parts/basics.tsx';
import { DayField, submits, typed } from '../parts/fields.tsx';
import { MemoryFilters } from '../parts/memory-filters.tsx';
import { filterOfClick } from '../parts/memory-line.tsx';
import { type FilterValues, narrowedBy, scopeOf } from '../pure/filters.ts';
import { hashOf } from '../pure/route.ts';
import { countOf, memoriesOf } from '../pure/words.ts';
import { lastMomentOf } from '../pure/zones.ts';
import { Hit, PassageLine } from './hits.tsx';

/** Debounces fast typing. A running search is cancelled when the next key comes. */
const PAUSE_MS = 50;
/** A new memory may match, so the search is repeated at most this often. A change of a shown result repeats it at once. */
const OTHERS_MS = 1_000;
const FOUND_MS = 200;
const LIMIT = 20;
const ADDRESS_MS = 400;

interface Answered {
  /** The question with its filters. */
  readonly of: string;
  readonly query: string;
  readonly project: string | null;
  readonly result: SearchResult;
}

export const SearchPage = () => {
  const { api, browser, route, forgetting } = useCairn();
  const { q = '', asOf = '', ...filters } = route.value.page === 'search' ? route.value.query : {};
  const scope = JSON.stringify(scopeOf(filters));
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  const askedAt = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  /** The question in the address, which follows what is typed. */
  const written = useRef(q);
  const query = text.trim();
  const of = JSON.stringify([query, scope, asOf]);

  useEffect(() => {
    if (query === '') {
      setAnswered(null);
      setFailure(null);
      return;
    }
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      const body = {
        query,
        limit: LIMIT,
        explain: true,
        preview: true,
        ...scopeOf(filters),
        ...(asOf === '' ? {} : { asOf: lastMomentOf(asOf) }),
      };
      const found = await api.ask('POST /v1/search', { body }, { signal: over.signal });
      if (over.signal.aborted) return;
      setFailure(found.ok ? null : found.error);
      if (found.ok) setAnswered({ of, query, project: filters.project || null, result: found.value });
      // An answer to another question would look like the answer to this one.
      else setAnswered((now) => (now?.of === of ? now : null));
    };
    // A clock that was set back would give a longer wait.
    const waitMs = Math.min(PAUSE_MS, Math.max(0, askedAt.current + PAUSE_MS - browser.nowMs()));
    askedAt.current = browser.nowMs() + waitMs;
    const cancel = waitMs === 0 ? () => undefined : browser.after(waitMs, () => void ask());
    if (waitMs === 0) void ask();
    return () => {
      cancel();
      over.abort();
    };
  }, [api, browser, query, scope, asOf, round]);
  const again = (): void => setRound((n) => n + 1);
  const foundAgain = useCoalesced(FOUND_MS, again);
  const othersAgain = useCoalesced(OTHERS_MS, again);
  useLive((event) => {
    if (query === '') return;
    // Its passages may be among the results.
    if (event.kind === 'session' && event.what === 'deleted') return foundAgain();
    if (event.kind !== 'changed' && event.kind !== 'resumed') return;
    const found = answered?.result.results ?? [];
    // Without ids, anything may have changed.
    const concernsFound =
      event.kind === 'resumed' || event.ids.length === 0 || found.some(({ id }) => event.ids.includes(id));
    if (concernsFound) foundAgain();
    else othersAgain();
  });
  // On a step back, the focus returns to the result, and a key acts on the page.
  useLayoutEffect(() => {
    if (browser.place() === null) field.current?.focus();
  }, []);
  useKeys({
    '/': () => field.current?.focus(),
    j: () => focusHit(1),
    k: () => focusHit(-1),
  });

  const choose = (chosen: FilterValues, on = asOf): void => {
    written.current = text;
    browser.go(hashOf('search', { ...chosen, q: text, asOf: on }), true);
  };
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setText(q);
  }, [q]);
  const latest = useRef(choose);
  latest.current = choose;
  // Browsers limit how often the address may change, so not every key changes it. A chosen filter writes the question too.
  useEffect(() => {
    const write = (): void => {
      if (written.current !== text) latest.current(filters);
    };
    return text === written.current ? undefined : browser.after(ADDRESS_MS, write);
  }, [text]);
  const narrow = (event: Event): void => {
    const [name, value] = filterOfClick(event) ?? [];
    if (name === undefined || value === undefined) return;
    event.preventDefault();
    choose(narrowedBy(filters, name, value));
  };
  const hits = (answered?.result.results ?? []).filter(({ id }) => !forgetting.hidden.value.has(id));
  const isAwaited = query !== '' && (answered === null ? failure === null : answered.of !== of);
  return (
    <Page title="Search" class="search" isBusy={isAwaited}>
      <search>
        <form onSubmit={submits(() => focusHit(1))}>
          <label class="wide">
            <span class="unseen">Search for</span>
            <input
              ref={field}
              type="search"
              autocomplete="off"
              spellcheck={false}
              placeholder="Search for"
              dir="auto"
              {...typed(text, setText)}
            />
          </label>
        </form>
        <MemoryFilters filters={filters} change={choose} isMoreChosen={asOf !== ''}>
          <DayField label="As of" value={asOf} choose={(day) => choose(filters, day)} />
        </MemoryFilters>
      </search>
      {failure !== null && <Failed failure={failure} />}
      {query === '' && (
        <Empty title="Ask a question">
          <p>
            Type words, a name, a date, or a phrase “in quotes”. Memories with a similar meaning are found
            too.
          </p>
        </Empty>
      )}
      {answered !== null && query !== '' && (
        <div onClickCapture={narrow}>
          <Results answered={answered} hits={hits} />
        </div>
      )}
    </Page>
  );
};

interface ResultsProps {
  readonly answered: Answered;
  readonly hits: SearchResult['results'];
}

const Results = ({ answered: { result, project, query }, hits }: ResultsProps) => {
  const { elsewhere, reason, tookMs } = result;
  const above = result.passages.filter((passage) => passage.above === true);
  const passages = result.passages.filter((passage) => passage.above !== true);
  const shown = above.length + hits.length;
  // There may be more than were asked for.
  const found =
    result.results.length < LIMIT ? countOf(shown, 'result') : `The best ${countOf(shown, 'result')}`;
  return (
    <>
      <p class="small">
        <span role="status" data-query={query}>
          {shown === 0 ? 'Nothing found' : found}
          {reason === undefined ? '' : `. ${reason}`}
        </span>{' '}
        · {Math.max(1, Math.round(tookMs))} ms
      </p>
      {shown > 0 && (
        <ol class="hits">
          {above.map((passage) => (
            <PassageLine key={keyOf(passage)} passage={passage} />
          ))}
          {hits.map((hit) => (
            <Hit key={hit.id} hit={hit} project={project} />
          ))}
        </ol>
      )}
      {passages.length > 0 && (
        <>
          <h2>In documents and sessions</h2>
          <ol class="hits">
            {passages.map((passage) => (
              <PassageLine key={keyOf(passage)} passage={passage} />
            ))}
          </ol>
        </>
      )}
      {elsewhere.length > 0 && (
        <p class="small">
          Elsewhere:{' '}
          {elsewhere
            .map(({ project: other, count }) => `${memoriesOf(count)} in ${other ?? 'global'}`)
            .join(', ')}
        </p>
      )}
    </>
  );
};

const keyOf = ({ source, ordinal, start }: PassageHit): string => `${source.id} ${ordinal} ${start}`;

/** Moves the focus to the next result, or to the first. */
const focusHit = (by: number): void => {
  const links = [...document.querySelectorAll<HTMLElement>('.hits a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
};
