/** Shown for an unknown address. */
import { Empty, Page } from '../parts/basics.tsx';
import { hashOf } from '../pure/route.ts';

export const Unknown = ({ address }: { readonly address: string }) => (
  <Page title="No such page">
    <Empty title={`There is no page at #/${address}`}>
      <p>The address may have been cut off or mistyped.</p>
      <p>
        <a href={hashOf('timeline')}>Go to the timeline</a>
      </p>
    </Empty>
  </Page>
);
