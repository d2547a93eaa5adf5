/** Shows the memories to review. One key decides each. [PG-14] */

import { LIMITS, type ReviewResult } from '@cairn/schema';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useCairn, useCoalesced, useLive, useLoaded } from '../app/cairn.ts';
import { useKeys } from '../app/keys.ts';
import { Answer, Button, Empty, isAgain, Page } from '../parts/basics.tsx';
import { useFocusHere } from '../parts/focus-back.ts';
import { MemoryLine } from '../parts/memory-line.tsx';
import { memoryHash } from '../pure/route.ts';
import { type DiffPiece, wordDiff } from '../pure/word-diff.ts';
import { agoOf, countOf, cutAt, memoriesOf, numberOf } from '../pure/words.ts';
import { alikeOf, type Choice, countText, type Item, isCut, itemsOf, REVIEW_PAGE } from './decisions.ts';

const RELOAD_MS = 500;
const LABEL_CHARS = 60;
const CHOICE_KEYS = ['a', 'x', 'n', 'o', 'b'] as const;

interface Decided {
  readonly of: ReviewResult | null;
  readonly ids: ReadonlySet<string>;
}

export const ReviewPage = () => {
  const { api, forgetting, say, toReview } = useCairn();
  const [limit, setLimit] = useState(REVIEW_PAGE);
  const { value, failure, reload } = useLoaded('GET /v1/review', { query: { limit } });
  const reloadSoon = useCoalesced(RELOAD_MS, reload);
  useEffect(() => {
    if (value !== null) toReview.value = countText(value, limit);
  }, [toReview, value, limit]);
  const [at, setAt] = useState(0);
  /**
   * Id of the item whose decision is being sent. The next item can be decided meanwhile, because the event of a change often comes
   * before the answer.
   */
  const [deciding, setDeciding] = useState<string | null>(null);
  useLive((event) => {
    if (event.kind === 'changed') reloadSoon();
  });
  const hidden = forgetting.hidden.value;
  /** What was decided, and in which answer. It is not shown again until the next answer. */
  const [decided, setDecided] = useState<Decided>({ of: null, ids: new Set() });
  const latest = useRef(value);
  latest.current = value;
  const settle = (ids: readonly string[]): void =>
    setDecided((now) => ({
      of: latest.current,
      ids: new Set(now.of === latest.current ? [...now.ids, ...ids] : ids),
    }));
  const items = (value === null ? [] : itemsOf(value)).filter(
    ({ id, memories }) =>
      !(decided.of === value && decided.ids.has(id)) &&
      memories.every(({ memory }) => !hidden.has(memory.id)),
  );
  const place = Math.max(0, Math.min(at, items.length - 1));
  const item = items[place];
  const focus = useFocusHere<HTMLHeadingElement>(item?.id);
  const decide = async (id: string, { decision, about }: Choice): Promise<void> => {
    if (decision === null) {
      forgetting.forget([about.id], cutAt(about.content, LABEL_CHARS));
      return;
    }
    setDeciding(id);
    const done = await api.ask('POST /v1/review/:id', { at: { id: about.id }, body: decision });
    setDeciding((now) => (now === id ? null : now));
    if (done.ok) settle([id]);
    else say(done.error.message);
    reload();
  };
  /** Makes one decision for all items with the same reason. */
  const decideAll = async (of: Item, key: string): Promise<void> => {
    setDeciding(of.id);
    const choices = alikeOf(items, of).flatMap((one) => one.choices.filter((choice) => choice.key === key));
    const leaving = choices.filter(({ decision }) => decision === null);
    if (leaving.length > 0)
      forgetting.forget(
        leaving.map(({ about }) => about.id),
        memoriesOf(leaving.length),
      );
    // Items with a memory that an earlier decision replaced are skipped. The reload shows those that still wait.
    const replaced = new Set<string>();
    for (const { decision, about } of choices) {
      if (decision === null || replaced.has(about.id)) continue;
      if ('other' in decision && replaced.has(decision.other ?? '')) continue;
      if (decision.decision === 'supersede') replaced.add(about.id);
      const done = await api.ask('POST /v1/review/:id', { at: { id: about.id }, body: decision });
      if (!done.ok) say(done.error.message);
    }
    setDeciding((now) => (now === of.id ? null : now));
    if (leaving.length === 0) settle(alikeOf(items, of).map(({ id }) => id));
    reload();
  };
  const byKey = (key: string) => (): unknown => {
    const choice = item?.choices.find((one) => one.key === key);
    if (item === undefined || choice === undefined) return false;
    if (deciding !== item.id) void decide(item.id, choice);
    return true;
  };
  useKeys({
    ...Object.fromEntries(CHOICE_KEYS.map((key) => [key, byKey(key)])),
    j: () => setAt(Math.min(items.length - 1, place + 1)),
    k: () => setAt(Math.max(0, place - 1)),
  });
  return (
    <Page
      title="Review"
      titleRef={focus.ref}
      note={
        value !== null &&
        (items.length > 1 ? `${numberOf(place + 1)} of ` : '') +
          `${countOf(items.length, 'thing to decide', 'things to decide')}${hasMore(value, limit) ? ' and more' : ''}`
      }
    >
      <Answer of={{ value, failure }} />
      {value !== null && items.length === 0 && (
        <Empty title="Nothing to decide">
          <p>
            This page lists memories that the guard holds back, that contradict another one, or that are
            probably out of date.
            {value.pending > 0 && ` ${memoriesOf(value.pending)} are still being compared.`}
          </p>
        </Empty>
      )}
      {item !== undefined && (
        <Decide
          key={item.id}
          item={item}
          isDeciding={deciding === item.id}
          decide={(choice) => {
            focus.act();
            return decide(item.id, choice);
          }}
          alike={alikeOf(items, item).length}
          decideAll={(key) => {
            focus.act();
            return decideAll(item, key);
          }}
        />
      )}
      {items.length > 1 && (
        <ol class="queue" aria-label="All of them">
          {items.map(({ id, title, memories }, index) => (
            <li key={id}>
              {items[index - 1]?.title !== title && <p>{title}</p>}
              <button
                class="plain queued"
                type="button"
                aria-current={index === place ? 'true' : undefined}
                onClick={() => setAt(index)}
              >
                <span dir="auto">{cutAt(memories[0]?.memory.content ?? '', LABEL_CHARS)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {value !== null && hasMore(value, limit) && (
        <Button
          text="Show more"
          class="plain"
          act={() => setLimit(Math.min(LIMITS.reviewLimitMax, limit + REVIEW_PAGE))}
        />
      )}
    </Page>
  );
};

/** Returns whether more can be requested. */
const hasMore = (result: ReviewResult, limit: number): boolean =>
  limit < LIMITS.reviewLimitMax && isCut(result, limit);

interface DecideProps {
  readonly item: Item;
  readonly isDeciding: boolean;
  readonly decide: (choice: Choice) => unknown;
  /** The number of items with the same reason, including this one. */
  readonly alike: number;
  readonly decideAll: (key: string) => unknown;
}

const Decide = ({ item, isDeciding, decide, alike, decideAll }: DecideProps) => {
  const { browser } = useCairn();
  const differing = piecesOf(item);
  return (
    <div class="card decide">
      <h2>{item.title}</h2>
      {item.memories.map(({ memory, label }, at) => (
        <div class="one" key={memory.id}>
          {item.memories.length > 1 && <p class="small">{label}</p>}
          <a class="content" href={memoryHash(memory.id)} dir="auto">
            {differing[at]?.map((piece, n) =>
              piece.kind === 'same' ? piece.text : <mark key={n}>{piece.text}</mark>,
            ) ?? memory.content}
          </a>
          <MemoryLine memory={memory} time={agoOf(memory.createdAt, browser.nowMs())} />
        </div>
      ))}
      <div class="actions">
        {item.choices.map((choice) => (
          <button
            key={choice.key}
            type="button"
            aria-disabled={isDeciding || undefined}
            onClick={(event) => isDeciding || isAgain(event) || decide(choice)}
          >
            <kbd>{choice.key}</kbd> {choice.label}
          </button>
        ))}
      </div>
      {alike > 1 && (
        <div class="actions alike">
          <p class="small">All {numberOf(alike)} that are here for this reason:</p>
          {item.choices.map(({ key, label }) => (
            <Button
              key={key}
              text={`${label}, all ${numberOf(alike)}`}
              class="plain"
              disabled={isDeciding}
              act={() => decideAll(key)}
            />
          ))}
        </div>
      )}
    </div>
  );
};

/** Share of the shorter text that must be common to both. Below it, no words are marked. */
const SHARED_MIN = 0.3;

/** Splits each of two texts into common words and differing words. Empty if there are not two texts, or too few common words. */
const piecesOf = ({ memories }: Item): readonly (readonly DiffPiece[])[] => {
  const [first, second] = memories.map(({ memory }) => memory.content);
  if (first === undefined || second === undefined) return [];
  const pieces = wordDiff(first, second);
  const shared = pieces.reduce((n, { kind, text }) => n + (kind === 'same' ? text.trim().length : 0), 0);
  if (shared < SHARED_MIN * Math.min(first.length, second.length)) return [];
  return [pieces.filter(({ kind }) => kind !== 'added'), pieces.filter(({ kind }) => kind !== 'removed')];
};
