/** One session: what was said, what stands for what was compacted, and what can be done with it. [PG-17] */
import type {
  CompactSessionResult,
  DeleteSessionResult,
  SessionInfo,
  SessionMessage,
  SessionMessagesResult,
} from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn, useLive, useLoaded } from '../app/cairn.ts';
import { Ask } from '../parts/ask.tsx';
import { Failed, Waiting } from '../parts/states.tsx';
import { hashOf } from '../pure/route.ts';
import { countOf, numberOf } from '../pure/words.ts';
import { Message } from './message.tsx';
import { Restored } from './restored.tsx';

/** Messages that are read at once. */
const PAGE = 200;

type View = 'said' | 'given';
const VIEWS: readonly (readonly [view: View, title: string])[] = [
  ['said', 'What was said'],
  ['given', 'As an agent gets it'],
];

export const SessionPage = ({ id }: { readonly id: string }) => {
  const [last, setLast] = useState(PAGE);
  const [wanted, setWanted] = useState('');
  const [view, setView] = useState<View>('said');
  const path = `/v1/sessions/${encodeURIComponent(id)}`;
  const terms = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const messages = useLoaded<SessionMessagesResult>(
    `${path}/messages${terms.length > 0 ? '' : `?last=${last}`}`,
  );
  useLive((event) => {
    if (event.kind === 'session' && event.session === id && event.what !== 'deleted') messages.reload();
  });
  const read = messages.value;
  return (
    <section class="page" aria-labelledby="session-title">
      <a href={hashOf('sessions')}>All sessions</a>
      <h1 id="session-title" dir="auto">
        {read?.session.activeTask ?? read?.session.name ?? 'Session'}
      </h1>
      {messages.failure !== null && <Failed failure={messages.failure} />}
      {read !== null && <About session={read.session} path={path} />}
      <fieldset class="actions" aria-label="What is shown">
        {VIEWS.map(([one, title]) => (
          <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
            {title}
          </button>
        ))}
      </fieldset>
      {view === 'given' && <Restored id={id} path={path} />}
      {view === 'said' && (
        <label class="field">
          <span>Search in this session</span>
          <input
            type="search"
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        </label>
      )}
      {read === null && messages.failure === null && <Waiting />}
      {view === 'said' && read !== null && (
        <Said read={read} terms={terms} showEarlier={() => setLast(last + PAGE)} />
      )}
    </section>
  );
};

interface SaidProps {
  readonly read: SessionMessagesResult;
  readonly terms: readonly string[];
  readonly showEarlier: () => void;
}

const Said = ({ read: { session, messages }, terms, showEarlier }: SaidProps) => {
  const { browser } = useCairn();
  const all = terms.length > 0;
  const shown = messages.filter((message) => holds(message, terms));
  const earlier = session.messages - shown.length;
  return (
    <>
      {all && (
        <p class="small" role="status">
          {countOf(shown.length, 'message')} found
        </p>
      )}
      {session.summary !== null && !all && (
        <details class="card">
          <summary>
            {session.summaryModel === null
              ? 'Summary, without a model'
              : `Summary, by ${session.summaryModel}`}
          </summary>
          <p class="content" dir="auto">
            {session.summary}
          </p>
        </details>
      )}
      {!all && earlier > 0 && (
        <button type="button" onClick={showEarlier}>
          Show {Math.min(PAGE, earlier)} earlier messages
        </button>
      )}
      <ol class="talk">
        {shown.map((message) => (
          <Message key={message.sequence} message={message} terms={terms} nowMs={browser.nowMs()} />
        ))}
      </ol>
    </>
  );
};

const holds = ({ content }: SessionMessage, terms: readonly string[]): boolean => {
  const text = content.toLowerCase();
  return terms.every((term) => text.includes(term));
};

const About = ({ session, path }: { readonly session: SessionInfo; readonly path: string }) => {
  const { api, browser, say } = useCairn();
  const [isAsking, setAsking] = useState(false);
  const compact = async (): Promise<void> => {
    const done = await api.ask<CompactSessionResult>('POST', `${path}/compact`, { body: {} });
    if (!done.ok) say(done.error.message);
    else
      say(
        done.value.compacted === 0
          ? 'There is nothing to compact.'
          : `${countOf(done.value.compacted, 'message')} compacted, ${done.value.kept} kept.`,
      );
  };
  const end = async (): Promise<void> => {
    const done = await api.ask('POST', `${path}/end`, { body: {} });
    say(done.ok ? 'The session is ended.' : done.error.message);
  };
  const remove = async (): Promise<void> => {
    const done = await api.ask<DeleteSessionResult>('DELETE', path);
    say(done.ok ? `${countOf(done.value.messages, 'message')} deleted.` : done.error.message);
    if (done.ok) browser.go(hashOf('sessions'), true);
  };
  return (
    <div class="card">
      <dl class="pairs">
        <Pair name="Project" text={session.project ?? 'none'} />
        <Pair name="Scope" text={`${session.scope} ${session.scopeId}`} />
        <Pair name="Agent" text={session.agent ?? 'not said'} />
        <Pair name="State" text={session.state === 'working' ? 'working' : 'ended'} />
        <Pair
          name="Context"
          text={`${numberOf(session.tokens)} of ${numberOf(session.maxTokens)} tokens, compacted ${countOf(session.compactions, 'time')}`}
        />
        <Pair
          name="Learned from"
          text={
            session.extractedUpto < 0
              ? 'nothing of it yet'
              : `messages up to ${numberOf(session.extractedUpto)} of ${numberOf(session.lastSequence)}`
          }
        />
      </dl>
      <div class="actions">
        <button type="button" onClick={() => void compact()}>
          Compact now
        </button>
        {session.state === 'working' && (
          <button type="button" onClick={() => void end()}>
            End
          </button>
        )}
        <button class="danger" type="button" onClick={() => setAsking(true)}>
          Delete…
        </button>
      </div>
      {isAsking && (
        <Ask title="Delete this session?" yes="Delete" act={remove} close={() => setAsking(false)}>
          Its {countOf(session.messages, 'message')} and its summary go from this device, and no search finds
          them any more. Memories that were learned from it stay. This cannot be undone.
        </Ask>
      )}
    </div>
  );
};

const Pair = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{text}</dd>
  </div>
);
