/** Shows a code that invites one more device, until a device has joined. */

import type { DevicesResult, InviteResult } from '@cairn/schema';
import { useEffect, useRef, useState } from 'preact/hooks';
import { encode } from 'uqr';
import { useCairn } from '../app/cairn.ts';
import { Button, CommandLine } from '../parts/basics.tsx';
import { useFocusBack, useFocusHere } from '../parts/focus-back.ts';
import { clockOf } from '../pure/words.ts';

interface InviteProps {
  readonly server: string | null;
  readonly devices: DevicesResult['devices'];
  /** Undefined from an older daemon. */
  readonly invitations: DevicesResult['invitations'];
}

interface Shown extends InviteResult {
  /** The devices that were there before. */
  readonly known: ReadonlySet<string>;
}

export const Invite = ({ server, devices, invitations }: InviteProps) => {
  const { api, browser, say } = useCairn();
  const [shown, setShown] = useState<Shown | null>(null);
  /** Why the last code is not shown any more. */
  const [ended, setEnded] = useState('');
  const [isBusy, setBusy] = useState(false);
  const heading = useFocusHere<HTMLHeadingElement>(shown);
  const button = useFocusBack();
  const card = useRef<HTMLDivElement>(null);
  const end = (why: string): void => {
    if (card.current?.contains(document.activeElement)) button.leave();
    setShown(null);
    setEnded(why);
  };
  const invite = async (): Promise<void> => {
    heading.act();
    setBusy(true);
    setEnded('');
    const known = new Set(devices.map(({ id }) => id));
    const answer = await api.ask('POST /v1/vault/invite', {});
    setBusy(false);
    if (answer.ok) return setShown({ ...answer.value, known });
    heading.stay();
    say(answer.error.message);
  };
  // A device may have joined by another code. The newest is last.
  const joined =
    shown &&
    invitations?.includes(shown.expiresAt) !== true &&
    devices.findLast(({ id, standing }) => standing === 'member' && !shown.known.has(id))?.name;
  useEffect(() => {
    if (joined) end(`${joined} has joined. A code works once: for one more device, make another.`);
  }, [joined]);
  useEffect(() => {
    if (shown === null) return;
    const leftMs = Math.max(0, Date.parse(shown.expiresAt) - browser.nowMs());
    return browser.after(leftMs, () => end('The code has expired.'));
  }, [shown]);
  return (
    <>
      <div class="invite-end" role="status">
        {ended !== '' && <p class="small">{ended}</p>}
      </div>
      {shown === null ? (
        <div class="actions">
          <Button
            text={isBusy ? 'Asking the server…' : 'Invite a device'}
            class="main"
            ref={button.ref}
            disabled={isBusy}
            act={invite}
          />
        </div>
      ) : (
        <div class="card invite" ref={card}>
          <div>
            <h2 ref={heading.ref} tabIndex={-1}>
              On the other device
            </h2>
            <CommandLine text={shown.command} />
            <p class="small">
              It works once, until {clockOf(Date.parse(shown.expiresAt))}. Anyone who has the code can join:
              use it only for your own device, and keep this one on.
            </p>
            <Button text="Done" act={() => end('')} />
          </div>
          <QrCode text={`${shown.code}@${server ?? ''}`} label="The code, for a camera" />
        </div>
      )}
    </>
  );
};

/** Draws a text as a QR code. It is dark on light in every colour scheme, because cameras need that. */
const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
};
