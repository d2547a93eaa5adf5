/** A question before something that is not undone by a key. */
import type { ComponentChildren } from 'preact';
import { useModal } from '../parts/modal.ts';

interface AskFirstProps {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly act: () => void;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

export const AskFirst = ({ title, yes, no, act, close, children }: AskFirstProps) => {
  const modal = useModal();
  return (
    <dialog aria-labelledby="ask-first-title" onClose={close} ref={modal}>
      <h2 id="ask-first-title">{title}</h2>
      {children}
      <div class="actions">
        <button class="danger" type="button" onClick={act}>
          {yes}
        </button>
        <button type="button" onClick={close}>
          {no}
        </button>
      </div>
    </dialog>
  );
};
