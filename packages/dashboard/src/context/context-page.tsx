/** Shows the context that an agent would get at the beginning of a session, with the cost of each part. [PG-13] */
import { type ContextPart, type ContextResult, LIMITS } from '@cairn/schema';
import { useCairn, useLive, useLoaded } from '../app/cairn.ts';
import { Copy } from '../parts/copy.tsx';
import { ProjectChoice } from '../parts/project-choice.tsx';
import { Command, Empty, Failed, Waiting } from '../parts/states.tsx';
import { Why } from '../parts/why.tsx';
import { sectionName } from '../pure/day-changes.ts';
import { hashOf, memoryHash } from '../pure/route.ts';
import { countOf, numberOf } from '../pure/words.ts';
import { ContextDays, useContents } from './context-days.tsx';

const SIZES = [300, 500, LIMITS.contextTokensDefault, 2_000, 4_000] as const;

export const ContextPage = () => {
  const { browser, route, stats } = useCairn();
  const { project = '', max = String(LIMITS.contextTokensDefault) } =
    route.value.page === 'context' ? route.value.query : {};
  const { value, failure, isLoading, reload } = useLoaded('GET /v1/context', {
    query: {
      explain: true,
      preview: true,
      max_tokens: Number(max),
      project: project === '' ? null : project,
    },
  });
  useLive((event) => {
    if (event.kind === 'changed') reload();
  });
  const choose = (changes: Readonly<Record<string, string>>): void =>
    browser.go(hashOf('context', { project, max, ...changes }), true);
  return (
    <section class="page context" aria-labelledby="context-title" aria-busy={isLoading}>
      <h1 id="context-title">Context</h1>
      <p class="small">The context that an agent gets when a session begins now.</p>
      <form class="filters" aria-label="For which session" onSubmit={(event) => event.preventDefault()}>
        <ProjectChoice
          project={project}
          none="none"
          projects={stats.value?.projects ?? []}
          choose={(one) => choose({ project: one })}
        />
        <label>
          <span>At most</span>
          <select value={max} onChange={({ currentTarget }) => choose({ max: currentTarget.value })}>
            {SIZES.map((size) => (
              <option key={size} value={size}>
                {numberOf(size)} tokens
              </option>
            ))}
          </select>
        </label>
      </form>
      {failure !== null && <Failed failure={failure} />}
      {value === null && failure === null && <Waiting />}
      {value !== null && <Given context={value} tokensMax={Number(max)} />}
      <ContextDays key={project} project={project} />
    </section>
  );
};

const Given = ({ context, tokensMax }: { readonly context: ContextResult; readonly tokensMax: number }) => {
  const { tokens, sections, parts = [], text } = context;
  const contents = useContents(parts);
  if (parts.length === 0)
    return (
      <Empty title="Nothing would be given">
        <p>
          There is no memory that fits: global ones, those of the project, and what is pinned. Save one, or
          pin one on the <a href={hashOf('timeline')}>timeline</a>:
        </p>
        <p>
          <Command text='cairn save "Prefers pnpm to npm" --pin' />
        </p>
      </Empty>
    );
  return (
    <>
      <div class="card">
        <p>
          <strong>{numberOf(tokens)}</strong> of {numberOf(tokensMax)} tokens
        </p>
        <div class="bar" aria-hidden="true">
          {sections.map((section, at) => (
            <i
              key={section.name}
              class={`colour-${at % 6}`}
              style={{ width: `${(100 * section.tokens) / Math.max(tokens, tokensMax)}%` }}
            />
          ))}
        </div>
      </div>
      <div class="told">
        <div class="sections">
          {sections.map((section, at) => (
            <div class="given" key={section.name}>
              <h2>
                <i class={`dot colour-${at % 6}`} aria-hidden="true" />
                {sectionName(section.name)} <span class="small">{countOf(section.tokens, 'token')}</span>
              </h2>
              <ul>
                {parts
                  .filter((part) => part.section === section.name)
                  .map((part) => (
                    <Part key={part.id} part={part} content={contents.get(part.id) ?? null} />
                  ))}
              </ul>
            </div>
          ))}
        </div>
        <details class="card" open>
          <summary>As the agent reads it</summary>
          <Copy text={text} what="the context" />
          <pre class="content" dir="auto">
            {text}
          </pre>
        </details>
      </div>
    </>
  );
};

interface PartProps {
  readonly part: ContextPart;
  /** The part's content; null while it is being read. */
  readonly content: string | null;
}

const Part = ({ part, content }: PartProps) => (
  <li>
    <span class="tokens">{countOf(part.tokens, 'token')}</span>
    <span>
      {part.kind === 'memory' ? (
        <a href={memoryHash(part.id)} dir="auto">
          {content ?? 'A memory'}
        </a>
      ) : part.kind === 'profile' ? (
        <a href={hashOf('profile')}>From your profile</a>
      ) : (
        <a href={hashOf('summaries')} dir="auto">
          {content ?? 'A summary'}
        </a>
      )}
      <span class="small"> {part.why}</span>
      {part.kind !== 'profile' && (
        <Why id={part.id} label={content ?? (part.kind === 'memory' ? 'a memory' : 'a summary')} hasActions />
      )}
    </span>
  </li>
);
