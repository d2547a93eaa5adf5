/** Shows what a cadence means: in words if possible, and its next runs. [PG-18] */
import type { CadenceInput, CadencePreview, Result } from '@cairn/schema';
import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../adapters/api.ts';
import { useCairn, useLive } from '../app/cairn.ts';
import { timeOf } from '../pure/words.ts';
import { ownZone } from '../pure/zones.ts';

/** Debounces fast typing. */
const PAUSE_MS = 150;

/** A null cadence: nothing is filled in yet. */
export const NextRuns = ({ cadence }: { readonly cadence: CadenceInput | null }) => {
  const { api, browser } = useCairn();
  const [result, setResult] = useState<Result<CadencePreview, Failure> | null>(null);
  const [round, setRound] = useState(0);
  useLive((event) => {
    if (event.kind === 'resumed') setRound((n) => n + 1);
  });
  const asked = cadence === null ? null : JSON.stringify(cadence);
  useEffect(() => {
    // The shown runs belong to another cadence.
    if (asked === null) return setResult(null);
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      const body = { cadence: JSON.parse(asked) };
      const found = await api.ask('POST /v1/schedules/preview', { body }, { signal: over.signal });
      if (!over.signal.aborted) setResult(found);
    };
    const cancel = browser.after(PAUSE_MS, () => void ask());
    return () => {
      cancel();
      over.abort();
    };
  }, [api, browser, asked, round]);
  return (
    <div class="next-runs">
      {/* The times change with nearly every key, so only the sentence is read out. */}
      <p role="status">{result !== null && (result.ok ? result.value.words : result.error.message)}</p>
      {result?.ok === true && <Runs preview={result.value} />}
    </div>
  );
};

const Runs = ({ preview: { timezone, next } }: { readonly preview: CadencePreview }) => (
  <ol aria-label="Next runs">
    {next.map(({ at, text }) => (
      <li key={at}>
        <time dateTime={at}>{timeOf(at)}</time>
        {timezone !== ownZone() && <span class="small"> · {text}</span>}
      </li>
    ))}
  </ol>
);
