/** Keys that do something while nobody writes. The handler that registered last is asked first. [PG-7] */
import { useLayoutEffect } from 'preact/hooks';

/** By `KeyboardEvent.key`, two of them, as `g t`, or with Control or Command, as `Control+z`. False: it was not for us. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** How long the first of two keys counts. */
const SECOND_KEY_MS = 1_500;

const maps: KeyMap[] = [];

const isWriting = (target: EventTarget | null): target is HTMLElement => {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio';
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
  );
};

/** Once, for the whole page. */
export const listenForKeys = (): void => {
  let first = { key: '', at: 0 };
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const isModal = document.querySelector('dialog[open]') !== null;
    if (isModal) return;
    if (isWriting(event.target)) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const key = event.ctrlKey || event.metaKey ? `Control+${event.key}` : event.key;
    const isSecond = event.timeStamp - first.at < SECOND_KEY_MS;
    const after = isSecond ? `${first.key} ${key}` : '';
    first = { key, at: event.timeStamp };
    const work = workOf(after) ?? workOf(key);
    if (work === undefined || work(event) === false) return;
    event.preventDefault();
  });
};

const workOf = (keys: string): KeyMap[string] | undefined =>
  maps.findLast((map) => map[keys] !== undefined)?.[keys];

/** As long as the component is shown. Bound with the frame that shows it: a key never means what stood there before. */
export const useKeys = (map: KeyMap): void => {
  useLayoutEffect(() => {
    maps.push(map);
    return () => {
      maps.splice(maps.indexOf(map), 1);
    };
  });
};
