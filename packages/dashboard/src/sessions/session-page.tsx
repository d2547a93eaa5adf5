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
import { Marked } from '../parts/marked.tsx';
import { Failed, Waiting } from '../parts/states.tsx';
import { hashOf } from '../pure/route.ts';
import { agoOf, countOf, numberOf, timeOf } from '../pure/words.ts';

/** Messages that are read at once. */
const PAGE = 200;

export const SessionPage = ({ id }: { readonly id: string }) => {
  const { browser } = useCairn();
  const [last, setLast] = useState(PAGE);
  const [wanted, setWanted] = useState('');
  const path = `/v1/sessions/${encodeURIComponent(id)}`;
  const terms = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const all = terms.length > 0;
  const messages = useLoaded<SessionMessagesResult>(`${path}/messages${all ? '' : `?last=${last}`}`);
  useLive((event) => {
    if (event.kind === 'session' && event.session === id && event.what !== 'deleted') messages.reload();
  });
  const read = messages.value;
  const shown = (read?.messages ?? []).filter((message) => holds(message, terms));
  return (
    <section class="page" aria-labelledby="session-title">
      <a href={hashOf('sessions')}>All sessions</a>
      <h1 id="session-title" dir="auto">
        {read?.session.activeTask ?? read?.session.name ?? 'Session'}
      </h1>
      {messages.failure !== null && <Failed failure={messages.failure} />}
      {read !== null && <About session={read.session} path={path} />}
      <label class="field">
        <span>Search in this session</span>
        <input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
      </label>
      {all && read !== null && (
        <p class="small" role="status">
          {countOf(shown.length, 'message')} found
        </p>
      )}
      {read === null && messages.failure === null && <Waiting />}
      {read?.session.summary !== null && read !== null && !all && (
        <details class="card">
          <summary>
            {read.session.summaryModel === null
              ? 'Summary, without a model'
              : `Summary, by ${read.session.summaryModel}`}
          </summary>
          <p class="content" dir="auto">
            {read.session.summary}
          </p>
        </details>
      )}
      {read !== null && !all && read.session.messages > shown.length && (
        <button type="button" onClick={() => setLast(last + PAGE)}>
          Show {Math.min(PAGE, read.session.messages - shown.length)} earlier messages
        </button>
      )}
      <ol class="talk">
        {shown.map((message) => (
          <Message key={message.sequence} message={message} terms={terms} nowMs={browser.nowMs()} />
        ))}
      </ol>
    </section>
  );
};

const holds = ({ content }: SessionMessage, terms: readonly string[]): boolean => {
  const text = content.toLowerCase();
  return terms.every((term) => text.includes(term));
};

interface MessageProps {
  readonly message: SessionMessage;
  readonly terms: readonly string[];
  readonly nowMs: number;
}

const Message = ({ message, terms, nowMs }: MessageProps) => {
  const { role, content, toolCalls, toolResults, at, compacted } = message;
  const tools = { calls: toolCalls ?? [], results: toolResults ?? [] };
  const count = tools.calls.length + tools.results.length;
  return (
    <li class={`said-by ${role}`}>
      <p class="line">
        <strong>{role}</strong>
        <time dateTime={at} title={timeOf(at)}>
          {agoOf(at, nowMs)}
        </time>
        {compacted && <span class="tag">compacted</span>}
      </p>
      <p class="content" dir="auto">
        <Marked text={content} terms={terms} />
      </p>
      {count > 0 && (
        <details>
          <summary>{countOf(count, 'tool call or result', 'tool calls and results')}</summary>
          <pre class="content">{JSON.stringify(tools, null, 2)}</pre>
        </details>
      )}
    </li>
  );
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
          them any more. Memories that were learned from it stay.
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
