/** Several forms at once: one that is open, and others that were closed while they are still saved. None takes the text of another. [PG-42] */
import { type ReadonlySignal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';

interface Opened<T> {
  readonly key: number;
  readonly of: T;
  readonly close: () => void;
}

export interface Forms<T> {
  readonly opened: ReadonlySignal<readonly Opened<T>[]>;
  open(of: T): void;
}

export const createForms = <T>(): Forms<T> => {
  const opened = signal<readonly Opened<T>[]>([]);
  let count = 0;
  return {
    opened,
    open: (of) => {
      const key = count++;
      const close = (): void => {
        opened.value = opened.peek().filter((one) => one.key !== key);
      };
      opened.value = [...opened.peek(), { key, of, close }];
    },
  };
};

export const useForms = <T>(): Forms<T> => useMemo(() => createForms<T>(), []);
