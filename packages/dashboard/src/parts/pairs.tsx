import type { ComponentChildren } from 'preact';

interface PairsProps {
  /** A null value is left out. */
  readonly rows: readonly (readonly [name: string, value: ComponentChildren])[];
  /** Default: `pairs`. */
  readonly class?: string;
}

/** Shows values with their names. */
export const Pairs = ({ rows, class: name = 'pairs' }: PairsProps) => (
  <dl class={name}>
    {rows.map(([title, value]) =>
      value === null ? null : (
        <div key={title}>
          <dt>{title}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ),
    )}
  </dl>
);

interface StatedProps {
  readonly name: string;
  /** The class of the state and its words; null if the state is not known. */
  readonly state: readonly [name: string, words: string] | null;
}

/** A name with its state. */
export const Stated = ({ name, state }: StatedProps) => (
  <>
    <strong>{name}</strong> {state !== null && <span class={`state ${state[0]}`}>{state[1]}</span>}
  </>
);
