/** Shows the current summaries, with the memories behind each sentence. [PG-19] */
import type { SummariesRead, SummariesResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { Answer, Button, Empty } from '../parts/basics.tsx';
import { Copy } from '../parts/copy.tsx';
import { memoryHash } from '../pure/route.ts';
import { agoOf, countOf, dateOf } from '../pure/words.ts';

type Summary = SummariesRead['summaries'][number];

const TYPES: Readonly<Record<Summary['type'], string>> = {
  incremental: 'Recent',
  compacted: 'Longer ago',
  narrative: 'About you',
};
const WITHOUT: Readonly<Record<NonNullable<SummariesResult['withoutModel']>, string>> = {
  off: 'no model is configured',
  resting: 'the model failed and is paused for a while',
  capped: "today's limit of tokens is reached",
  failed: "the model's answer was not usable",
};

export const SummariesPage = () => {
  const { api, say } = useCairn();
  const { value, failure, reload } = useLoaded('GET /v1/summaries', {}, ['changed']);
  const [isBusy, setBusy] = useState(false);
  const write = async (): Promise<void> => {
    setBusy(true);
    const done = await api.ask('POST /v1/summaries', { body: {} });
    setBusy(false);
    reload();
    if (!done.ok) return say(done.error.message);
    const { written, withoutModel } = done.value;
    const why = withoutModel === null ? '' : ` Without a model: ${WITHOUT[withoutModel]}.`;
    say(written === 0 ? `Nothing is new: all summaries are up to date.${why}` : `${written} written.${why}`);
  };
  const projects = [...new Set((value?.summaries ?? []).map(({ project }) => project))];
  return (
    <section class="page" aria-labelledby="summaries-title">
      <div class="head spread">
        <h1 id="summaries-title">Summaries</h1>
        <Button text={isBusy ? 'Summarising…' : 'Summarise what is new'} disabled={isBusy} act={write} />
      </div>
      <p class="small">
        Summaries of memories, so that an agent need not read them all. Outdated facts are left out at once.
        The button summarises only new memories: summaries that are up to date are kept and cost nothing.
      </p>
      <Answer of={{ value, failure }} />
      {value?.summaries.length === 0 && (
        <Empty title="Nothing is summarised yet">
          <p>A summary is written when enough is new, or when you ask for one above.</p>
        </Empty>
      )}
      {projects.map((project) => (
        <div class="summaries" key={project ?? ''}>
          <h2>{project ?? 'Everywhere'}</h2>
          {value?.summaries
            .filter((one) => one.project === project)
            .map((one) => (
              <Written key={one.id} summary={one} />
            ))}
        </div>
      ))}
    </section>
  );
};

const Written = ({ summary }: { readonly summary: Summary }) => {
  const { browser } = useCairn();
  const { type, sentences, model, struck, createdAt, periodStart, periodEnd } = summary;
  const [from, to] = [dateOf(periodStart), dateOf(periodEnd)];
  return (
    <article class="card summary">
      <p class="line">
        <strong>{TYPES[type]}</strong>
        <span>{from === to ? from : `${from} to ${to}`}</span>
        <time dateTime={createdAt}>written {agoOf(createdAt, browser.nowMs())}</time>
        <span>{model === null ? 'without a model' : `by ${model}`}</span>
        {struck > 0 && <span class="stale">{countOf(struck, 'sentence')} no longer true, left out</span>}
        <Copy text={sentences.map(({ text }) => `- ${text}\n`).join('')} what="the summary" />
      </p>
      <ul>
        {sentences.map(({ text, cites }, at) => (
          <li key={at} dir="auto">
            {text}{' '}
            {cites.map((id, n) => (
              <a
                class="cite"
                key={id}
                href={memoryHash(id)}
                title="The memory that it comes from"
                aria-label={`memory ${n + 1} of sentence ${at + 1}`}
              >
                {n + 1}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </article>
  );
};
