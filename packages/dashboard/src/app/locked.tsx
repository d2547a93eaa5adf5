/** Shown to a browser that has no access, or no longer has it. */

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

/** Covers what was open, which stays as it is. So a draft behind it is not lost. */
export const Locked = () => (
  <dialog
    class="locked"
    ref={useModal()}
    aria-labelledby="locked-title"
    // A browser closes a dialog at the second Escape, whatever is done about the first.
    onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
  >
    <Words />
    <p class="small">What is open here stays, and continues by itself when this browser has access again.</p>
  </dialog>
);
