/** Shows the context that an agent would get at the beginning of a session, with the cost of each part. [PG-13] */
import { type ContextPart, type ContextResult, LIMITS } from '@cairn/schema';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { Answer, CommandLine, Empty, Linked, Page } from '../parts/basics.tsx';
import { Copy } from '../parts/copy.tsx';
import { Select } from '../parts/fields.tsx';
import { ProjectChoice } from '../parts/project-choice.tsx';
import { Why } from '../parts/why.tsx';
import { sectionName } from '../pure/day-changes.ts';
import { hashOf, memoryHash } from '../pure/route.ts';
import { countOf, numberOf } from '../pure/words.ts';
import { ContextDays, useContents } from './context-days.tsx';

const SIZES = [300, 500, LIMITS.contextTokensDefault, 2_000, 4_000] as const;

const COLOURS = ['#12806e', '#c4872b', '#5a78c2', '#a45a9c', '#7d8a3a', '#b3564b'] as const;
const colourOf = (section: number): string => COLOURS[section % COLOURS.length] ?? '';

export const ContextPage = () => {
  const { browser, route } = useCairn();
  const { project = '', max = String(LIMITS.contextTokensDefault) } =
    route.value.page === 'context' ? route.value.query : {};
  const query = { explain: true, preview: true, max_tokens: Number(max), project: project || null };
  const given = useLoaded('GET /v1/context', { query }, ['changed']);
  const choose = (changes: Readonly<Record<string, string>>): void =>
    browser.go(hashOf('context', { project, max, ...changes }), true);
  return (
    <Page title="Context" class="context" isBusy={given.isLoading}>
      <p class="small">The context that an agent would get if a session began now.</p>
      <form class="filters" aria-label="For which session" onSubmit={(event) => event.preventDefault()}>
        <ProjectChoice project={project} none="none" choose={(one) => choose({ project: one })} />
        <Select
          label="At most"
          value={max}
          options={SIZES.map((size) => [String(size), `${numberOf(size)} tokens`])}
          choose={(size) => choose({ max: size })}
        />
      </form>
      <Answer of={given}>{(value) => <Given context={value} tokensMax={Number(max)} />}</Answer>
      <ContextDays key={project} project={project} />
    </Page>
  );
};

const Given = ({ context, tokensMax }: { readonly context: ContextResult; readonly tokensMax: number }) => {
  const { tokens, sections, parts = [], text } = context;
  const contents = useContents(parts);
  if (parts.length === 0)
    return (
      <Empty title="Nothing would be given">
        <p>
          There are no global memories, none of this project, and none that are pinned. Save one, or pin one
          on the <a href={hashOf('timeline')}>timeline</a>:
        </p>
        <CommandLine text='cairn save "Prefers pnpm to npm" --pin' />
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
              style={{
                width: `${(100 * section.tokens) / Math.max(tokens, tokensMax)}%`,
                background: colourOf(at),
              }}
            />
          ))}
        </div>
      </div>
      <div class="told">
        <div class="sections">
          {sections.map((section, at) => (
            <div class="given" key={section.name}>
              <h2>
                <i class="dot" style={{ background: colourOf(at) }} aria-hidden="true" />
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

const placeOf = ({ kind, id }: ContextPart): string =>
  kind === 'memory' ? memoryHash(id) : hashOf(kind === 'profile' ? 'profile' : 'summaries');

interface PartProps {
  readonly part: ContextPart;
  /** The part's content; null while it is being read. */
  readonly content: string | null;
}

const Part = ({ part, content }: PartProps) => (
  <li>
    <span class="tokens">{countOf(part.tokens, 'token')}</span>
    <span>
      <Linked
        to={placeOf(part)}
        text={part.kind === 'profile' ? 'From your profile' : (content ?? `A ${part.kind}`)}
      />
      <span class="small"> {part.why}</span>
      {part.kind !== 'profile' && <Why id={part.id} label={content ?? `a ${part.kind}`} hasActions />}
    </span>
  </li>
);
