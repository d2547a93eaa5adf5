/** Shows the state of sync, what waits, what was refused and why, and what to do about it. */
import type { AnswerOf, Result, StatusResult, SyncStatus, VerifyResult } from '@cairn/schema';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Failure } from '../adapters/api.ts';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { Button, Linked } from '../parts/basics.tsx';
import { Copy } from '../parts/copy.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { memoryHash } from '../pure/route.ts';
import { agoOf, countOf, cutAt, numberOf } from '../pure/words.ts';

const STATES: Readonly<Record<SyncStatus['state'], string>> = {
  off: 'In no vault',
  idle: 'Up to date',
  pulling: 'Receiving',
  pushing: 'Sending',
  waiting: 'Waiting to try again',
  locked_out: 'The server refuses this device; it asks again',
  stopped: 'Stopped',
};

/** In a vault, `off` means that somebody signed out of its server. [SY-A9] */
const headOf = ({ sync, account }: StatusResult): string => {
  if (sync.state === 'off' && account?.state === 'signed_out') return 'Paused: you are signed out';
  return sync.state === 'idle' && sync.pending > 0 ? 'Sending soon' : STATES[sync.state];
};

interface SyncCardProps {
  readonly status: StatusResult;
  readonly reload: () => void;
}

export const SyncCard = ({ status, reload }: SyncCardProps) => {
  const { sync } = status;
  const { browser } = useCairn();
  const ago = (at: string | null): string => (at === null ? 'never' : agoOf(at, browser.nowMs()));
  return (
    <div class="card sync">
      <div class="head">
        {/* A status in a heading would leave the heading without a name. */}
        <div role="status">
          <h2>{headOf(status)}</h2>
        </div>
        <p class="small">{sync.server}</p>
      </div>
      {sync.lastError !== null && (
        <p class="failed">
          {sync.lastError.message} <span class="small">({ago(sync.lastError.at)})</span>
        </p>
      )}
      <Pairs
        class="figures"
        rows={[
          // Changes that are being sent wait in the queue until they are answered.
          ['To send', numberOf(sync.pending)],
          ['Behind the server', numberOf(Math.max(0, sync.head - sync.cursor))],
          ['Sent', ago(sync.lastPushAt)],
          ['Received', ago(sync.lastPullAt)],
        ]}
      />
      {sync.bootstrap !== null && (
        <p>
          Receiving everything: {numberOf(sync.bootstrap.done)} of {numberOf(sync.bootstrap.expected)}
        </p>
      )}
      <SetAside title="Refused by the server" counts={sync.refused}>
        <Refused key={sync.dead} />
      </SetAside>
      <SetAside title="Not readable on this device" counts={sync.unread} />
      <Actions canRetry={sync.dead + sync.quarantined > 0} verified={sync.verified} reload={reload} />
    </div>
  );
};

interface SetAsideProps {
  readonly title: string;
  readonly counts: SyncStatus['refused'];
  readonly children?: ComponentChildren;
}

const SetAside = ({ title, counts, children }: SetAsideProps) => {
  const reasons = Object.entries(counts);
  return reasons.length === 0 ? null : (
    <div class="aside">
      <h3>{title}</h3>
      <ul>
        {reasons.map(([reason, count]) => (
          <li key={reason}>
            {countOf(count, 'change')}: {reason.replaceAll('_', ' ')}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
};

const LABEL_CHARS = 80;

/** Lists the refused changes. Give it the count as its key, so that a changed count shows a new list. */
const Refused = () => {
  const { browser } = useCairn();
  const { value } = useLoaded('GET /v1/sync/refused', {});
  return value === null ? null : (
    <ul class="small" aria-label="Refused changes">
      {value.changes.map(({ id, facet, reason, at, memory }) => (
        <li key={`${id} ${facet}`}>
          {memory === null ? (
            <>
              <code>{id}</code> <Copy text={id} what="the id" />
            </>
          ) : (
            <Linked to={memoryHash(id)} text={cutAt(memory.content, LABEL_CHARS)} />
          )}{' '}
          ({facet}): {reason.replaceAll('_', ' ')}, {agoOf(at, browser.nowMs())}
        </li>
      ))}
      {value.total > value.changes.length && (
        <li>{countOf(value.total - value.changes.length, 'more change')}</li>
      )}
    </ul>
  );
};

interface ActionsProps {
  readonly canRetry: boolean;
  readonly verified: SyncStatus['verified'];
  readonly reload: () => void;
}

const Actions = ({ canRetry, verified, reload }: ActionsProps) => {
  const { api, browser, say } = useCairn();
  const [busy, setBusy] = useState<string | null>(null);
  const run = async <T,>(
    name: string,
    asked: Promise<Result<T, Failure>>,
    told: (value: T) => string,
  ): Promise<void> => {
    setBusy(name);
    const done = await asked;
    setBusy(null);
    say(done.ok ? told(done.value) : done.error.message);
    reload();
  };
  const sync = () => run('sync', api.ask('POST /v1/sync', {}), () => 'Syncing.');
  const verify = () => run('verify', api.ask('POST /v1/sync/verify', {}), verifyText);
  const retry = () => run('retry', api.ask('POST /v1/sync/retry', {}), retryText);
  return (
    <>
      <div class="actions">
        <Button text="Sync now" disabled={busy !== null} act={sync} />
        <Button
          text={busy === 'verify' ? 'Comparing…' : 'Compare with the server'}
          disabled={busy !== null}
          act={verify}
        />
        {canRetry && <Button text="Retry what was set aside" disabled={busy !== null} act={retry} />}
      </div>
      {verified !== null && (
        <p class="small">
          Compared {agoOf(verified.at, browser.nowMs())}:{' '}
          {verified.differing === 0
            ? `the same ${countOf(verified.registers, 'register')} on both sides`
            : `${countOf(verified.differing, 'difference')}; \`cairn sync repair\` repairs them`}
        </p>
      )}
    </>
  );
};

const retryText = ({ requeued, recovered }: AnswerOf<'POST /v1/sync/retry'>): string =>
  `${requeued} to send again, ${recovered} read now.`;

const verifyText = ({ equal, differing, unfit, local, pending, unread }: VerifyResult): string => {
  if (equal) return `Equal: both hold the same ${countOf(local.registers, 'register')}.`;
  const unreadCount = Object.values(unread).reduce((sum, count) => sum + count, 0);
  if (differing + unfit + pending === 0)
    return `Both hold the same, but this device cannot read ${countOf(unreadCount, 'register')} of it. Other devices may show more.`;
  if (differing + unfit === 0) return `${countOf(pending, 'change')} were still on their way. Try again.`;
  return `${countOf(differing + unfit, 'difference')}. \`cairn sync repair\` in a terminal repairs them and deletes nothing.`;
};
