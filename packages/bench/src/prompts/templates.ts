/**
 * Templates of memories and questions, by group. `{N}` becomes a number; `{P}`, `{B}` and `{L}` become a word of `TEMPLATE_PARTS`.
 * Any other letter becomes a word of `PARTS` in `distractors`. No two sets share a template.
 */
type Templates = Readonly<Record<string, readonly (readonly [memory: string, question: string])[]>>;

export const TUNE_TEMPLATES: Templates = {
  software: [
    ['{P} maintains the {M}.', 'who looks after the {M}?'],
    ['The {M} writes its data to {B}.', 'where does the {M} keep its data?'],
    ['The {M} gives up after {N} seconds.', 'how many seconds does the {M} wait?'],
  ],
  research: [
    ['{P} codes the interviews about {S}.', 'who is coding the {S} interviews?'],
    ['The {S} questionnaire has {N} items.', 'how long is the {S} questionnaire?'],
  ],
  household: [
    ['The {F} are kept in the {L}.', 'where did we put the {F}?'],
    ['{P} always brings {F} to our picnic.', 'who brings the {F}?'],
  ],
};

export const HELD_OUT_TEMPLATES: Templates = {
  software: [
    ['If the {M} hangs, call {P}.', 'the {M} is stuck, whom do I phone?'],
    ['The {M} is configured in {B}.', 'how can I change the settings of the {M}?'],
    ['The {M} accepts {N} requests at once.', 'how many parallel requests can the {M} take?'],
  ],
  research: [
    ['Data about {S} come from {P} in the archive.', 'who provides the {S} data?'],
    ['The chapter on {S} begins on page {N}.', 'on which page does the {S} chapter start?'],
  ],
  household: [
    ['We buy {F} at {L} only.', 'at which shop do we get {F}?'],
    ['{P} cannot stand {F}.', 'who dislikes {F}?'],
  ],
};

export const FRESH_TEMPLATES: Templates = {
  software: [
    ['{P} wrote the first version of the {M}.', 'who built the {M} originally?'],
    ['Test data for the {M} come from {B}.', 'where do I get fixtures for the {M}?'],
    ['The {M} may use {N} MB of memory at most.', 'what is the RAM limit of the {M}?'],
  ],
  research: [
    ['{P} wants to replicate the {S} experiment.', 'who is going to repeat the study on {S}?'],
    ['We excluded {N} people from the {S} sample.', 'how many participants were dropped from the {S} data?'],
  ],
  household: [
    ['{P} is making {F} for the school fair.', 'who cooks the {F} for the fair?'],
    ['The {F} must be eaten within {N} days.', 'how long will the {F} stay good?'],
  ],
};

export const TEMPLATE_PARTS: Readonly<Record<string, string>> = {
  P: 'Agnes|Bartosz|Chidi|Dalia|Edoardo|Fatima|Goran|Hanneke|Ivo|Jamila|Katsuo|Lior|Maren|Nuno',
  B: 'the blue bucket|SQLite|a file under var|the shared drive|etcd|the archive disk|a ring buffer',
  L: 'the cellar|the pantry|Hoffmann|the shed|the top drawer|the market hall|the balcony',
};
