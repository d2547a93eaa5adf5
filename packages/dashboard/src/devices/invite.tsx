/** Shows a code that invites one more device. */

import type { InviteResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { encode } from 'uqr';
import { useCairn } from '../app/cairn.ts';
import { Button, CommandLine } from '../parts/basics.tsx';
import { useFocusBack, useFocusHere } from '../parts/focus-back.ts';
import { clockOf } from '../pure/words.ts';

export const Invite = ({ server }: { readonly server: string | null }) => {
  const { api, browser, say } = useCairn();
  const [made, setMade] = useState<InviteResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  const heading = useFocusHere<HTMLHeadingElement>(made);
  const button = useFocusBack();
  const invite = async (): Promise<void> => {
    heading.act();
    setBusy(true);
    const answer = await api.ask('POST /v1/vault/invite', {});
    setBusy(false);
    if (!answer.ok) {
      heading.stay();
      say(answer.error.message);
      return;
    }
    const { value } = answer;
    setMade(value);
    // An expired code disappears from the screen, and a newer one stays.
    browser.after(Math.max(0, Date.parse(value.expiresAt) - browser.nowMs()), () =>
      setMade((shown) => (shown === value ? null : shown)),
    );
  };
  const done = (): void => {
    button.leave();
    setMade(null);
  };
  if (made === null)
    return (
      <div class="actions">
        <Button
          text={isBusy ? 'Asking the server…' : 'Invite a device'}
          class="main"
          ref={button.ref}
          disabled={isBusy}
          act={invite}
        />
      </div>
    );
  return (
    <div class="card invite">
      <div>
        <h2 ref={heading.ref} tabIndex={-1}>
          On the other device
        </h2>
        <CommandLine text={made.command} />
        <p class="small">
          It works once, until {clockOf(Date.parse(made.expiresAt))}. Anyone who has the code can join: use it
          only for your own device, and keep this one on.
        </p>
        <Button text="Done" act={done} />
      </div>
      <QrCode text={`${made.code}@${server ?? ''}`} label="The code, for a camera" />
    </div>
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
