/** Shows one session: its messages, the summary of compacted ones, and what can be done with it. [PG-17] */
import type { SessionInfo, SessionMessagesResult } from '@cairn/schema';
import { useRef, useState } from 'preact/hooks';
import { useCairn, useGoFromHere, useLive, useLoaded } from '../app/cairn.ts';
import { isInField } from '../app/keys.ts';
import { Ask } from '../parts/ask.tsx';
import { Button, Content, Failed, Page, Waiting } from '../parts/basics.tsx';
import { typed } from '../parts/fields.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { hashOf } from '../pure/route.ts';
import { sessionState, summaryTitle } from '../pure/session-state.ts';
import { agoOf, countOf, numberOf } from '../pure/words.ts';
import { Learned, learnedIn } from './learned.tsx';
import { Message } from './message.tsx';
import { DRAWN_MAX, NEWEST, PAGE, type Part, partAfter, queryOf, shownPart } from './parts.ts';
import { Restored } from './restored.tsx';

type View = 'said' | 'learned' | 'given';
const VIEWS: readonly (readonly [view: View, title: string])[] = [
  ['said', 'Messages'],
  ['learned', 'Learned'],
  ['given', 'Restored context'],
];

export const SessionPage = ({ id }: { readonly id: string }) => {
  const [part, setPart] = useState(NEWEST);
  const [wanted, setWanted] = useState('');
  const [chosen, setView] = useState<View>('said');
  const terms = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const isSearch = terms.length > 0;
  const messages = useLoaded('GET /v1/sessions/:id/messages', {
    at: { id },
    query: isSearch ? { query: wanted.trim(), last: DRAWN_MAX } : queryOf(part),
  });
  useLive((event) => {
    if ((event.kind === 'session' || event.kind === 'learned') && event.session === id) messages.reload();
  });
  const name = messages.value?.session.name;
  const known = useRef<string | null>(null);
  if (name !== undefined) known.current = name;
  const asked = known.current === null ? null : learnedIn(known.current);
  const learned = useLoaded('GET /v1/memories', asked, ['changed']);
  // The shown part stays until the next one is loaded, so that nothing jumps.
  const before = useRef<Answer | null>(null);
  const key = `${id} ${isSearch}`;
  if (messages.value !== null && !messages.isLoading) before.current = { key, read: messages.value, part };
  const isGone = messages.failure?.kind === 'missing';
  const view = isGone && chosen === 'given' ? 'said' : chosen;
  const answer = before.current?.key === key && !isGone ? before.current : null;
  const read = answer?.read ?? null;
  return (
    <Page
      title={read?.session.activeTask ?? read?.session.name ?? 'Session'}
      above={<a href={hashOf('sessions')}>All sessions</a>}
    >
      {messages.failure !== null && <Failed failure={messages.failure} />}
      {read !== null && <About session={read.session} />}
      <fieldset class="actions views" aria-label="View">
        {VIEWS.map(([one, title]) => (
          <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
            {title}
            {one === 'learned' && learned.value !== null && ` (${numberOf(learned.value.total)})`}
          </button>
        ))}
      </fieldset>
      {view === 'given' && <Restored id={id} />}
      {view === 'learned' && learned.failure !== null && <Failed failure={learned.failure} />}
      {view === 'learned' && learned.value !== null && <Learned learned={learned.value} />}
      {view === 'said' && (
        <label class="field">
          <span>Search in this session</span>
          <input type="search" {...typed(wanted, setWanted)} />
        </label>
      )}
      {read === null && messages.failure === null && <Waiting />}
      {view === 'said' && answer !== null && (
        <Said read={answer.read} part={answer.part} terms={terms} show={setPart} />
      )}
    </Page>
  );
};

/** Messages, and the part that was asked for. */
interface Answer {
  readonly key: string;
  readonly read: SessionMessagesResult;
  readonly part: Part;
}

interface SaidProps extends Pick<Answer, 'read' | 'part'> {
  readonly terms: readonly string[];
  readonly show: (part: Part) => void;
}

const Said = ({ read: { session, messages, found = 0 }, terms, part, show }: SaidProps) => {
  const { api, say } = useCairn();
  const all = terms.length > 0;
  const { shown, earlier } = shownPart(messages, all ? { ...part, last: DRAWN_MAX } : part);
  const choice = useRef(0);
  const choose = (chosen: Part): void => {
    choice.current++;
    show(chosen);
  };
  const showAfter = async (after: number, count: number): Promise<void> => {
    const mine = ++choice.current;
    const next = await partAfter(api, session, after, count);
    // Something else was chosen meanwhile.
    if (mine !== choice.current) return;
    if (next.ok) show(next.value);
    else say(next.error.message);
  };
  return (
    <>
      {all && (
        <p class="small" role="status">
          {countOf(found, 'message')} found
          {found > shown.length && `, the last ${numberOf(shown.length)} are shown`}
        </p>
      )}
      {session.summary !== null && !all && (
        <details class="card">
          <summary>{summaryTitle(session)}</summary>
          <Content text={session.summary} />
        </details>
      )}
      {!all && earlier !== null && (
        <div class="actions">
          <Button text={`Show ${PAGE} earlier messages`} act={() => choose(earlier)} />
          {session.messages > DRAWN_MAX && (
            <Button text="Show the first messages" act={() => showAfter(-1, DRAWN_MAX)} />
          )}
        </div>
      )}
      <ol class="talk">
        {shown.map((message) => (
          <Message key={message.sequence} message={message} terms={terms} />
        ))}
      </ol>
      {!all && part.upto !== null && (
        <div class="actions">
          <Button
            text={`Show ${PAGE} later messages`}
            act={() => showAfter(shown.at(-1)?.sequence ?? -1, PAGE)}
          />
          <Button text="Show the newest messages" act={() => choose(NEWEST)} />
        </div>
      )}
    </>
  );
};

const About = ({ session }: { readonly session: SessionInfo }) => {
  const { api, browser, say } = useCairn();
  const go = useGoFromHere();
  const at = { id: session.id };
  const [isAsking, setAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const compact = async (): Promise<void> => {
    const done = await api.ask('POST /v1/sessions/:id/compact', { at });
    if (!done.ok) return say(done.error.message);
    const { compacted, kept } = done.value;
    say(
      compacted === 0
        ? 'There is nothing to compact.'
        : `${countOf(compacted, 'message')} compacted, ${kept} kept.`,
    );
  };
  const end = async (): Promise<void> => {
    const done = await api.ask('POST /v1/sessions/:id/end', { at });
    // The pressed button disappears, and would take the focus with it.
    if (done.ok && !isInField()) first.current?.focus();
    say(done.ok ? 'The session has ended.' : done.error.message);
  };
  const remove = async (): Promise<void> => {
    const done = await api.ask('DELETE /v1/sessions/:id', { at });
    say(done.ok ? `${countOf(done.value.messages, 'message')} deleted.` : done.error.message);
    if (done.ok) go(hashOf('sessions'), true);
  };
  const { tokens, maxTokens, compactions, extractedUpto, lastSequence } = session;
  const filled = `${numberOf(tokens)} of ${numberOf(maxTokens)} tokens`;
  // The first message has the number 0.
  const learned = `messages up to ${numberOf(extractedUpto + 1)} of ${numberOf(lastSequence + 1)}`;
  return (
    <div class="card">
      <Pairs
        rows={[
          ['Project', session.project ?? 'none'],
          ['Scope', `${session.scope} ${session.scopeId}`],
          ['Agent', session.agent ?? 'unknown'],
          ['State', stateText(session, browser.nowMs())],
          ['Context', `${filled}, compacted ${countOf(compactions, 'time')}`],
          ['Learned from', extractedUpto < 0 ? 'nothing yet' : learned],
        ]}
      />
      <div class="actions">
        <Button text="Compact now" ref={first} act={compact} />
        {session.state === 'working' && <Button text="End" act={end} />}
        <Button text="Delete…" class="danger" act={() => setAsking(true)} />
      </div>
      {isAsking && (
        <Ask title="Delete this session?" yes="Delete" act={remove} close={() => setAsking(false)}>
          Its {countOf(session.messages, 'message')} and its summary are deleted from this device. Memories
          that were learned from it stay. This cannot be undone.
        </Ask>
      )}
    </div>
  );
};

const stateText = (session: SessionInfo, nowMs: number): string => {
  const state = sessionState(session, nowMs);
  return state === 'working' ? state : `${state}, last active ${agoOf(session.updatedAt, nowMs)}`;
};
