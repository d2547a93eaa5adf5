/** A question before something is gone for good. */
import type { ComponentChildren, Ref } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface AskProps {
  readonly title: string;
  readonly yes: string;
  /** `Keep` unless given. */
  readonly no?: string;
  readonly act: () => Promise<void>;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

export const Ask = ({ title, yes, no = 'Keep', act, close, children }: AskProps) => {
  const [isBusy, setBusy] = useState(false);
  const modal = useModal();
  const go = async (): Promise<void> => {
    setBusy(true);
    await act();
    close();
  };
  return (
    <dialog aria-labelledby="ask-title" onClose={close} ref={modal}>
      <h2 id="ask-title">{title}</h2>
      <p>{children}</p>
      <div class="actions">
        <button class="danger" type="button" disabled={isBusy} onClick={() => void go()}>
          {yes}
        </button>
        <button type="button" onClick={close}>
          {no}
        </button>
      </div>
    </dialog>
  );
};

/** A dialog that is shown as long as it is there. Taken away open it would leave the focus nowhere; closed it gives it back. [PG-7] */
export const useModal = (): Ref<HTMLDialogElement> => {
  const modal = useRef<HTMLDialogElement | null>(null);
  useLayoutEffect(() => {
    const dialog = modal.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return modal;
};
