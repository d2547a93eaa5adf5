/** What a browser sees that was not let in, or is not any more. */

import { useModal } from '../parts/ask.tsx';
import { Stones } from '../parts/icons.tsx';

const Words = () => (
  <>
    <Stones />
    <h1 id="locked-title">Cairn</h1>
    <p>This browser is not let in, or was shut out. In a terminal of this machine, run</p>
    <p>
      <code class="command">cairn open</code>
    </p>
  </>
);

export const LockedPage = () => (
  <main class="locked">
    <Words />
    <p class="small">It opens this page by an address that works once. Nothing leaves this machine.</p>
  </main>
);

/** Over what was open, which stays as it is: a draft that is behind it is not lost. */
export const Locked = () => (
  <dialog
    class="locked"
    ref={useModal()}
    aria-labelledby="locked-title"
    onCancel={(event) => event.preventDefault()}
  >
    <Words />
    <p class="small">What is open here stays, and goes on by itself when you are let in again.</p>
  </dialog>
);
