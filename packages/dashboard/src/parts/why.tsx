/** Shows where a memory or a summary comes from, with buttons that correct or forget a memory. [PG-29] */
import type { WhyMemory, WhyResult } from '@cairn/schema';
import { useEffect, useState } from 'preact/hooks';
import { useCairn, useLive } from '../app/cairn.ts';
import { memoryHash, oneHash } from '../pure/route.ts';
import { usesText } from '../pure/uses.ts';
import { cutAt, timeOf } from '../pure/words.ts';

const LABEL_CHARS = 60;

interface WhyProps {
  /** The id of a memory or a summary. */
  readonly id: string;
  /** The name for screen readers. */
  readonly label: string;
  /** False on the memory's own page, which already has these buttons. */
  readonly hasActions: boolean;
}

export const Why = ({ id, label, hasActions }: WhyProps) => {
  const { api } = useCairn();
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState<WhyResult | string | null>(null);
  const [round, setRound] = useState(0);
  useLive((event) => {
    if (event.kind === 'changed') setRound((n) => n + 1);
  });
  useEffect(() => {
    if (!isOpen) return;
    const over = new AbortController();
    void api.ask('POST /v1/why', { body: { text: id } }, { signal: over.signal }).then((found) => {
      if (!over.signal.aborted) setAnswer(found.ok ? found.value : found.error.message);
    });
    return () => over.abort();
  }, [api, id, isOpen, round]);
  return (
    <details class="why" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`Why this is known: ${cutAt(label, LABEL_CHARS)}`}>Why?</summary>
      {answer === null && <p class="small">Looking…</p>}
      {typeof answer === 'string' && <p class="small">{answer}</p>}
      {answer !== null &&
        typeof answer !== 'string' &&
        answer.memories.map((one) => <Learned key={one.memory.id} one={one} hasActions={hasActions} />)}
    </details>
  );
};

const NOT_SAID: Readonly<Record<NonNullable<WhyMemory['notSaid']>, string>> = {
  no_session: 'It was saved by itself, outside of a session.',
  by_schedule: 'A run of a schedule saved it.',
  not_here: 'Its session is not on this device.',
  other_words: 'No sentence of its session says it in these words.',
};

const Learned = ({ one, hasActions }: { readonly one: WhyMemory; readonly hasActions: boolean }) => {
  const { forgetting } = useCairn();
  const { memory, said, notSaid } = one;
  if (forgetting.hidden.value.has(memory.id)) return null;
  const by = memory.agent === null ? '' : ` by ${memory.agent}`;
  return (
    <div>
      {hasActions && <p dir="auto">{memory.content}</p>}
      {said === null ? (
        <p class="small">{NOT_SAID[notSaid ?? 'no_session']}</p>
      ) : (
        <p>
          {said.found === 'near' && 'Just before, '}
          {said.role === 'user' ? 'you' : `the ${said.role}`} said, {timeOf(said.at)}:{' '}
          <q dir="auto">{said.sentence}</q> <a href={oneHash('session', said.session.id)}>The session</a>
        </p>
      )}
      <p class="small">
        Saved{by} on {memory.device.name}, {timeOf(memory.createdAt)}. Given {usesText(one.uses)}.
      </p>
      {hasActions && (
        <p class="actions">
          <a href={memoryHash(memory.id)}>Correct</a>
          <button
            class="danger"
            type="button"
            onClick={() => forgetting.forget([memory.id], cutAt(memory.content, LABEL_CHARS))}
          >
            Forget
          </button>
        </p>
      )}
    </div>
  );
};
