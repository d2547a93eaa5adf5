/** Lists all keys. */
import { useRef } from 'preact/hooks';
import { Button } from '../parts/basics.tsx';
import { PAGE_INFO, PAGES } from '../pure/route.ts';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'search'],
  ['j, k', 'next, previous'],
  ['Enter', 'open'],
  ...PAGES.map((name) => [`g, then ${PAGE_INFO[name].key}`, `go to ${PAGE_INFO[name].title}`] as const),
  ['p', 'on a memory: pin or unpin'],
  ['e', 'on a memory: replace it'],
  ['f', 'on a memory: forget'],
  ['n', 'write a new memory, except in Review'],
  ['z, Ctrl+Z', 'undo a forgetting'],
  ['Esc', 'leave a field, then close the window'],
  ['?', 'this list'],
];

const ID = 'help';

export const openHelp = (): void => {
  const dialog = document.getElementById(ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
};

export const Help = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <dialog id={ID} ref={dialog} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl class="pairs">
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button text="Close" act={() => dialog.current?.close()} />
    </dialog>
  );
};
