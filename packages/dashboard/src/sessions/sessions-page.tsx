/** Lists the sessions of agents on this device, newest first. [PG-17] */
import type { SessionInfo } from '@cairn/schema';
import { useCairn } from '../app/cairn.ts';
import { Answer, Button, CommandLine, Empty, Page } from '../parts/basics.tsx';
import { Select } from '../parts/fields.tsx';
import { LinkList } from '../parts/link-list.tsx';
import { ProjectChoice } from '../parts/project-choice.tsx';
import { hashOf, oneHash } from '../pure/route.ts';
import { sessionState } from '../pure/session-state.ts';
import { agoOf, countOf, numberOf } from '../pure/words.ts';
import { useSessions } from './session-list.ts';

const PAGE = 50;

export const SessionsPage = () => {
  const { browser, route } = useCairn();
  const query = route.value.page === 'sessions' ? route.value.query : {};
  const { project = '', state = '' } = query;
  const limit = Math.max(PAGE, Math.floor(Number(query.limit)) || 0);
  const { value, failure, isLoading } = useSessions(
    { ...(project === '' ? {} : { project }), ...(state === '' ? {} : { state }) },
    limit,
  );
  const choose = (changes: Readonly<Record<string, string>>): void =>
    browser.go(hashOf('sessions', { project, state, ...changes }), true);
  return (
    <Page title="Sessions" isBusy={isLoading} note={value !== null && countOf(value.total, 'session')}>
      <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
        <ProjectChoice project={project} none="all" choose={(one) => choose({ project: one })} />
        <Select
          label="State"
          value={state}
          options={[
            ['', 'all'],
            ['working', 'not ended'],
            ['completed', 'ended'],
          ]}
          choose={(one) => choose({ state: one })}
        />
      </form>
      <Answer of={{ value, failure }} />
      {value?.sessions.length === 0 && (
        <Empty title="No session is here">
          <p>Sessions of agents are kept here when their hooks are installed:</p>
          <CommandLine text="cairn install" />
        </Empty>
      )}
      {value !== null && value.sessions.length > 0 && (
        <LinkList>
          {value.sessions.map((session) => (
            <Line key={session.id} session={session} />
          ))}
        </LinkList>
      )}
      {value !== null && value.total > value.sessions.length && (
        <Button text="Show more" act={() => choose({ limit: String(limit * 2) })} />
      )}
    </Page>
  );
};

const Line = ({ session }: { readonly session: SessionInfo }) => {
  const { browser } = useCairn();
  return (
    <li>
      <a class="thing" href={oneHash('session', session.id)}>
        <strong dir="auto">{session.activeTask ?? session.name}</strong>
        <span class="line">
          {session.project !== null && <span class="project">{session.project}</span>}
          {session.activeTask !== null && <span dir="auto">{session.name}</span>}
          {session.agent !== null && <span>{session.agent}</span>}
          <span>{countOf(session.messages, 'message')}</span>
          <span>
            {numberOf(session.tokens)} of {numberOf(session.maxTokens)} tokens
          </span>
          <time dateTime={session.updatedAt}>{agoOf(session.updatedAt, browser.nowMs())}</time>
          <span class="tag">{sessionState(session, browser.nowMs())}</span>
        </span>
      </a>
    </li>
  );
};
