/** Keys that do something while nobody writes. Whoever registered last is asked first. [PG-7] */
import { useEffect } from 'preact/hooks';

/** By `KeyboardEvent.key`. True or nothing: it was for us. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

const maps: KeyMap[] = [];

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Once, for the whole page. */
export const listenForKeys = (): void => {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
      return;
    const isModal = document.querySelector('dialog[open]') !== null;
    if (isModal) return;
    const work = maps.findLast((map) => map[event.key] !== undefined)?.[event.key];
    if (work === undefined || work(event) === false) return;
    event.preventDefault();
  });
};

/** As long as the component is shown. */
export const useKeys = (map: KeyMap): void => {
  useEffect(() => {
    maps.push(map);
    return () => {
      maps.splice(maps.indexOf(map), 1);
    };
  });
};
