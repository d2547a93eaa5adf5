/** What every page is made of: buttons, and the states without content. */
import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { useRef } from 'preact/hooks';
import type { Failure } from '../adapters/api.ts';
import { Copy } from './copy.tsx';

interface PageProps {
  readonly title: string;
  /** Of the title, where the focus goes when its button leaves the page. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly class?: string;
  readonly isBusy?: boolean;
  readonly above?: ComponentChildren;
  /** What the page shows now. */
  readonly note?: ComponentChildren;
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Page = ({
  title,
  titleRef,
  class: name = '',
  isBusy,
  above,
  note,
  beside,
  children,
}: PageProps) => (
  <section class={`page ${name}`} aria-labelledby="page-title" aria-busy={isBusy}>
    {above}
    <div class="head">
      <h1 id="page-title" dir="auto" {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
        {title}
      </h1>
      {note !== undefined && <Status>{note}</Status>}
      {beside}
    </div>
    {children}
  </section>
);

export const Status = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="small" role="status">
    {children}
  </p>
);

/** Tells a screen reader once that a text is too long. The number beside it changes with every key. */
export const TooLong = ({ isSo }: { readonly isSo: boolean }) => (
  <p class="unseen" role="status">
    {isSo && 'The text is too long to be saved.'}
  </p>
);

/** A text that a person or a model wrote. */
export const Content = ({ text, class: name = '' }: { readonly text: string; readonly class?: string }) => (
  <p class={`content ${name}`} dir="auto">
    {text}
  </p>
);

/** Such a text, as a link. */
export const Linked = ({ to, text }: { readonly to: string; readonly text: string }) => (
  <a href={to} dir="auto">
    {text}
  </a>
);

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

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  readonly text: string;
  readonly act: () => unknown;
  readonly disabled?: boolean;
};

/** Returns a function that does the work once at a time. A second click while an answer is awaited does nothing. */
export const useOnce = (work: () => unknown): (() => void) => {
  const isActing = useRef(false);
  return async () => {
    if (isActing.current) return;
    isActing.current = true;
    try {
      await work();
    } finally {
      isActing.current = false;
    }
  };
};

/** Whether it is the second click of a double click. By then another thing may be in the place of the first one. */
export const isAgain = ({ detail }: UIEvent): boolean => detail > 1;

/** A button whose content is a text. A disabled one keeps the focus, which the browser would take from it. */
export const Button = ({ text, act, disabled = false, ...rest }: ButtonProps) => {
  const press = useOnce(() => (disabled ? undefined : act()));
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={disabled || undefined}
      onClick={(event) => isAgain(event) || press()}
    >
      {text}
    </button>
  );
};
