/** Questions for choosing rules, and questions for judging them. */
import { HELD_OUT, HELD_OUT_FOREIGN, HELD_OUT_UNANSWERED } from './held-out.ts';
import { HELD_OUT_TEMPLATES, TUNE_TEMPLATES } from './templates.ts';
import { TUNE, TUNE_FOREIGN, TUNE_UNANSWERED } from './tune.ts';
import type { Half } from './vault.ts';

export const TUNE_HALF: Half = {
  name: 'tune',
  blocks: TUNE,
  templates: TUNE_TEMPLATES,
  unanswered: TUNE_UNANSWERED,
  foreign: TUNE_FOREIGN,
};

export const HELD_OUT_HALF: Half = {
  name: 'held-out',
  blocks: HELD_OUT,
  templates: HELD_OUT_TEMPLATES,
  unanswered: HELD_OUT_UNANSWERED,
  foreign: HELD_OUT_FOREIGN,
};
