import { type PassageHit, type SearchHit, termsOf } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { Button } from '../parts/basics.tsx';
import { Marked } from '../parts/marked.tsx';
import { MemoryLine } from '../parts/memory-line.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { memoryHash } from '../pure/route.ts';
import { reasonsFor, scoreWords } from '../pure/why.ts';
import { agoOf, timeOf } from '../pure/words.ts';

export const Hit = ({ hit, project }: { readonly hit: SearchHit; readonly project: string | null }) => {
  const { browser } = useCairn();
  return (
    <li>
      <a class="hit" href={memoryHash(hit.id)}>
        <span class="content" dir="auto">
          {hit.chunk.start > 0 && '… '}
          <Marked text={hit.chunk.text} terms={termsOf(hit.why)} />
          {hit.chunk.end < hit.content.length && ' …'}
        </span>
        <MemoryLine memory={hit} time={agoOf(hit.createdAt, browser.nowMs())} />
      </a>
      <details class="why">
        <summary>
          <Score value={hit.score} />
          <span class="unseen">Why this result?</span>
        </summary>
        <Pairs
          rows={reasonsFor(hit, project).map(({ name, value, says }) => [
            name,
            [value !== null && <Score key={0} value={value} />, ` ${says}`],
          ])}
        />
      </details>
    </li>
  );
};

/** Shows a score from 0 to 1 as a bar and a word. */
const Score = ({ value }: { readonly value: number }) => (
  <span class="score">
    <meter min={0} max={1} value={value} aria-hidden="true" />
    {scoreWords(value)}
  </span>
);

/** The longest passage that is shown whole at first, in UTF-16 units. */
const PASSAGE_CHARS = 320;

export const PassageLine = ({ passage }: { readonly passage: PassageHit }) => {
  const isLong = passage.text.length > PASSAGE_CHARS;
  const [isWhole, setWhole] = useState(false);
  return (
    <li>
      <div class="hit">
        <span class={isLong && !isWhole ? 'content cut' : 'content'} dir="auto">
          <Marked text={passage.text} terms={termsOf(passage.why)} />
        </span>
        {isLong && (
          <Button
            text={isWhole ? 'Less' : 'The whole passage'}
            class="plain more"
            aria-expanded={isWhole}
            act={() => setWhole(!isWhole)}
          />
        )}
        <span class="line">
          <span>{passage.source.kind === 'document' ? 'Document' : 'Session'}</span>
          <span class="from">{passage.source.name}</span>
          {passage.author !== null && <span>{passage.author}</span>}
          <time dateTime={passage.at}>{timeOf(passage.at)}</time>
          <Score value={passage.score} />
        </span>
      </div>
    </li>
  );
};
