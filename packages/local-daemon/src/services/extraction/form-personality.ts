/** Rebuilds the personality directive, but only when its observations changed. */
import {
  checkDirective,
  DIRECTIVE_ANSWER,
  DIRECTIVE_KEY,
  directiveMessages,
  type Observation,
  observationsTag,
  PERSONALITY,
  parseNote,
  plainDirective,
  type StyleRow,
  strongest,
} from '@cairn/core';
import { err, LIMITS, type Memory } from '@cairn/schema';
import type { ReadingDeps } from './read-session.ts';

/** Tag of a directive that no model has worded. A model may still word it. */
const PLAIN = 'plain';

export const createPersonalityFormer = ({ engine, asker, clock, isOver }: ReadingDeps) => {
  const word = async (observations: readonly Observation[]): Promise<string | null> => {
    const answer = await asker.ask({
      purpose: 'personality',
      messages: directiveMessages(observations),
      format: { answer: DIRECTIVE_ANSWER, answerTokensMax: LIMITS.reviewAnswerTokensMax },
      read: (text) => {
        const directive = parseNote(text, 'directive');
        if (!directive.ok) return directive;
        if (directive.value === null) return err('empty');
        return checkDirective(
          directive.value,
          observations.map(({ content }) => content),
        );
      },
    });
    return answer.ok ? answer.value.value : null;
  };

  const keep = async (text: string, tags: readonly string[]): Promise<string | null> => {
    const kept = isOver() ? null : await engine().keepDirective({ text, tags });
    return kept?.ok === true ? kept.value.id : null;
  };

  /** Returns the directive's id when the directive changed, else null. */
  return async (): Promise<string | null> => {
    const listed = await engine().list({ namespace: PERSONALITY, limit: LIMITS.listLimitMax });
    if (!listed.ok || isOver()) return null;
    const { memories } = listed.value;
    const present = memories.find(({ key, namespace }) => key === DIRECTIVE_KEY && namespace === PERSONALITY);
    const observations = strongest(memories.map(styleOf), clock.nowMs());
    if (observations === null) {
      const taken = present === undefined ? null : await engine().keepDirective(null);
      return taken?.ok === true ? taken.value.id : null;
    }
    if (present !== undefined && present.source !== 'auto') return null;
    const tag = observationsTag(observations);
    const isModel = asker.state() !== null;
    const isPlain = present?.tags.includes(PLAIN) === true;
    const isOfThem = present?.tags.includes(tag) === true;
    if (isOfThem && !(isModel && isPlain)) return null;
    const worded = isModel ? await word(observations) : null;
    if (worded !== null) return keep(worded, [tag]);
    // A directive that a model worded stays until the model answers again.
    return isModel && present !== undefined && !isPlain
      ? null
      : keep(plainDirective(observations), [tag, PLAIN]);
  };
};

const styleOf = ({ namespace, key, content, seen, trust }: Memory): StyleRow => ({
  namespace,
  key,
  content,
  trust,
  seen:
    seen === undefined ? null : { n: seen.count, first: Date.parse(seen.first), last: Date.parse(seen.last) },
});
