/** The page of a browser that was not let in. */
import { Stones } from '../parts/icons.tsx';

export const Locked = () => (
  <main class="locked">
    <Stones />
    <h1>Cairn</h1>
    <p>This browser is not let in, or was shut out. In a terminal of this machine, run</p>
    <p>
      <code class="command">cairn open</code>
    </p>
    <p class="small">It opens this page by an address that works once. Nothing leaves this machine.</p>
  </main>
);
