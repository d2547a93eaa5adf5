/** Shown for an unknown address. */
import { Empty } from '../parts/states.tsx';
import { hashOf } from '../pure/route.ts';

export const Unknown = ({ address }: { readonly address: string }) => (
  <section class="page">
    <h1>No such page</h1>
    <Empty title={`There is no page at #/${address}`}>
      <p>The address may have been cut off or mistyped.</p>
      <p>
        <a href={hashOf('timeline')}>Go to the timeline</a>
      </p>
    </Empty>
  </section>
);
