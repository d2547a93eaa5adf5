/** Shown to a browser that has no access, or no longer has it. */

import { useEffect } from 'preact/hooks';
import { useModal } from '../parts/ask.tsx';
import { Stones } from '../parts/icons.tsx';

const Words = () => (
  <>
    <Stones />
    <h1 id="locked-title">Cairn</h1>
    <p>This browser has no access, or its access was ended. In a terminal on this machine, run</p>
    <p>
      <code class="command">cairn open</code>
    </p>
  </>
);

export const LockedPage = () => (
  <main class="locked">
    <Words />
    <p class="small">It opens this page with an address that works once. Nothing leaves this machine.</p>
  </main>
);

/** Keeps Escape from the note, and from the form behind it, which a second Escape would close with its draft. */
const holdEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.preventDefault();
};

/** Covers what was open, which stays as it is. So a draft behind it is not lost. */
export const Locked = () => {
  useEffect(() => {
    document.addEventListener('keydown', holdEscape, true);
    return () => document.removeEventListener('keydown', holdEscape, true);
  }, []);
  return (
    <dialog
      class="locked"
      ref={useModal()}
      aria-labelledby="locked-title"
      // Some browsers close a dialog without a key, such as by a gesture.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <Words />
      <p class="small">
        What is open here stays, and continues by itself when this browser has access again.
      </p>
    </dialog>
  );
};
