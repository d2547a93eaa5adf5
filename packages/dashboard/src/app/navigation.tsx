/** The navigation. A wide screen shows all pages in groups; a phone shows the first few, and the rest behind "More". */
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/basics.tsx';
import { Icon } from '../parts/icons.tsx';
import { FIRST_PAGES, hashOf, PAGE_GROUPS, PAGE_INFO, type PageName, placeOf } from '../pure/route.ts';
import { useCairn } from './cairn.ts';

export const Navigation = () => (
  <>
    <nav class="rail" aria-label="Pages">
      <Groups />
    </nav>
    <Tabs />
  </>
);

const Groups = () => (
  <>
    {PAGE_GROUPS.map(({ title, pages }) => (
      <div class="group" key={title}>
        <p>{title}</p>
        <ul>
          {pages.map((name) => (
            <li key={name}>
              <PageLink name={name} />
            </li>
          ))}
        </ul>
      </div>
    ))}
  </>
);

const PageLink = ({ name }: { readonly name: PageName }) => {
  const { route } = useCairn();
  return (
    <a class="go" href={hashOf(name)} aria-current={placeOf(route.value) === name ? 'page' : undefined}>
      <Icon name={name} />
      <span>{PAGE_INFO[name].title}</span>
      {name === 'devices' && <SyncNote />}
      {name === 'review' && <ToReview />}
    </a>
  );
};

/** A dot with a word, in every view. [PG-33] */
const SyncNote = () => {
  const { syncNote } = useCairn();
  return syncNote.value === '' ? null : <span class="sync-note">{syncNote.value}</span>;
};

const ToReview = () => {
  const { toReview } = useCairn();
  return toReview.value === '' ? null : (
    <span class="count">
      {toReview.value}
      <span class="unseen"> to decide</span>
    </span>
  );
};

const Tabs = () => {
  const { route } = useCairn();
  const sheet = useRef<HTMLDialogElement>(null);
  const place = placeOf(route.value);
  const isElsewhere = place !== null && !FIRST_PAGES.includes(place);
  // A person who chose a page, or went back, has arrived.
  useEffect(() => sheet.current?.close(), [route.value]);
  return (
    <>
      <nav class="tabs" aria-label="Pages">
        {FIRST_PAGES.map((name) => (
          <PageLink key={name} name={name} />
        ))}
        <button
          class={isElsewhere ? 'go current' : 'go'}
          type="button"
          aria-haspopup="dialog"
          onClick={() => sheet.current?.showModal()}
        >
          <Icon name="more" />
          <span>More</span>
          {!FIRST_PAGES.includes('devices') && <SyncNote />}
        </button>
      </nav>
      <dialog class="sheet" ref={sheet} aria-labelledby="more-title">
        <div class="head">
          <h2 id="more-title">All pages</h2>
          <Button text="Close" class="plain" act={() => sheet.current?.close()} />
        </div>
        <Groups />
      </dialog>
    </>
  );
};
