/** The states of a page without content. */
import type { ComponentChildren } from 'preact';
import type { Failure } from '../adapters/api.ts';
import { Copy } from './copy.tsx';

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Says what to do next. */
export const Empty = ({ title, children }: EmptyProps) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

/** An error in a form. Empty if nothing is wrong. */
export const Refusal = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <p class="failed" role="alert">
      {text}
    </p>
  );

export const Failed = ({ failure }: { readonly failure: Failure }) => <Refusal text={failure.message} />;

export const Waiting = () => <p class="waiting">Loading…</p>;

interface AnswerProps<T> {
  readonly of: { readonly value: T | null; readonly failure: Failure | null };
  readonly children?: (value: T) => ComponentChildren;
}

/** Shows what is wrong with an answer, or that it is awaited, and then the answer. */
export const Answer = <T,>({ of: { value, failure }, children }: AnswerProps<T>) => (
  <>
    {failure !== null && <Failed failure={failure} />}
    {value === null && failure === null && <Waiting />}
    {value !== null && children?.(value)}
  </>
);

/** A command for a terminal. */
export const Command = ({ text }: { readonly text: string }) => (
  <span class="copied">
    <code class="command">{text}</code>
    <Copy text={text} what={text} />
  </span>
);

export const CommandLine = ({ text }: { readonly text: string }) => (
  <p>
    <Command text={text} />
  </p>
);

/** A sentence of the daemon, with commands between backticks. */
export const Sentence = ({ text }: { readonly text: string }) => (
  <>
    {text.split('`').map((part, at) => {
      const key = `${at} ${part}`;
      return at % 2 === 1 ? <Command key={key} text={part} /> : <span key={key}>{part}</span>;
    })}
  </>
);
