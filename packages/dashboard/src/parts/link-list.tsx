/** A list of links. j and k move between them, and Enter opens the focused one. [PG-7] */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useKeys } from '../app/keys.ts';

export const LinkList = ({ children }: { readonly children: ComponentChildren }) => {
  const list = useRef<HTMLUListElement>(null);
  const step = (by: number) => (): void => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const focused = document.activeElement;
    const at = focused instanceof HTMLAnchorElement ? links.indexOf(focused) : -1;
    links[Math.min(links.length - 1, Math.max(0, at < 0 ? 0 : at + by))]?.focus();
  };
  useKeys({ j: step(1), k: step(-1) });
  return (
    <ul class="things" ref={list}>
      {children}
    </ul>
  );
};
