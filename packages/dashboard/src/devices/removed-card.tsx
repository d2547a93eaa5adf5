/** Shows memories that other devices forgot in large numbers. They are kept for a while and can be restored with one click. [RL-37] */
import { useState } from 'preact/hooks';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { Button, Command } from '../parts/basics.tsx';
import { agoOf, countOf, cutAt, restoredWords } from '../pure/words.ts';

const LABEL_CHARS = 120;
/** The terminal lists more than this. */
const SHOWN_MAX = 50;

/** Give it the count as its key, so that a changed count shows a new list. */
export const RemovedCard = ({ reload }: { readonly reload: () => void }) => {
  const { api, browser, say } = useCairn();
  const { value, reload: again } = useLoaded('GET /v1/sync/removed', {});
  const [busy, setBusy] = useState(false);
  if (value === null || value.total === 0) return null;
  const restore = async (ids: readonly string[] | null): Promise<void> => {
    setBusy(true);
    const done = await api.ask('POST /v1/sync/removed/restore', {
      body: ids === null ? {} : { ids },
    });
    setBusy(false);
    say(done.ok ? restoredWords(done.value, 'here') : done.error.message);
    again();
    reload();
  };
  return (
    <div class="card">
      <div class="head">
        <h2>Removed by other devices</h2>
        <p class="small">
          Other devices forgot many memories at once, so this device keeps copies for 30 days. No search or
          context shows them.
        </p>
      </div>
      <div class="actions">
        <Button text="Save all of them again" disabled={busy} act={() => restore(null)} />
      </div>
      <ul class="removed" aria-label="Removed memories">
        {value.memories.slice(0, SHOWN_MAX).map(({ id, content, removedAt, device }) => (
          <li key={id}>
            <span dir="auto">{cutAt(content, LABEL_CHARS)}</span>{' '}
            <span class="small">
              {device === null ? '' : `by ${device}, `}
              {agoOf(removedAt, browser.nowMs())}
            </span>{' '}
            <Button
              text="Save again"
              class="plain"
              aria-label={`Save again ${cutAt(content, LABEL_CHARS)}`}
              disabled={busy}
              act={() => restore([id])}
            />
          </li>
        ))}
        {value.total > SHOWN_MAX && (
          <li>
            {countOf(value.total - SHOWN_MAX, 'more memory', 'more memories')}:{' '}
            <Command text="cairn sync removed" />
          </li>
        )}
      </ul>
      <p class="small">
        <Command text="cairn sync removed --drop" /> deletes the copies now.
      </p>
    </div>
  );
};
