import { ASKED_NAMES, type BodyOf, recordOf, type SaveResult, type SimilarReason } from '@cairn/schema';
import { answered, type Note, type Run, textOf } from '../command.ts';
import { NO_PROJECT, projectOf, tagsOf } from '../request-input.ts';
import { oneLine, type Style } from '../style.ts';
import { isTyped } from '../typed.ts';

const SAID: Readonly<Record<SaveResult['status'], string>> = {
  saved: 'Saved',
  duplicate: 'Already known',
  updated: 'Updated',
  reinforced: 'Seen again',
};

export const save: Run = async (given, io) => {
  const content = await textOf(given.args, io);
  if (!content.ok) return content;
  const input: BodyOf<'POST /v1/memories'> = {
    content: content.value,
    tags: tagsOf(given),
    ...(given.text('project') === NO_PROJECT ? {} : projectOf(given, io)),
    pin: given.flag('pin') ? true : undefined,
    ...recordOf(ASKED_NAMES, (name) => given.text(name)),
    source: given.text('source') ?? (isTyped(io) ? 'user' : undefined),
  };
  return answered(io.ask('POST /v1/memories', { body: input }), ({ id, status, similar, warnings = [] }) => ({
    human: (style) => [`${style.green(SAID[status])} ${id}`, ...similarLines(similar, style)].join('\n'),
    notes: [...warnings, ...(status === 'duplicate' ? leftOut(id, input) : [])],
  }));
};

/** A tag that a shell takes as it is. */
const PLAIN = /^[\p{L}\p{N}-]+$/u;

/** A duplicate writes nothing. [M-4] */
const leftOut = (id: string, { tags = [], pin }: BodyOf<'POST /v1/memories'>): readonly Note[] => [
  tags.length > 0 &&
    `Its tags stay as they are. To add some: cairn tag ${id} ${tags.map((tag) => (PLAIN.test(tag) ? `+${tag}` : '+TAG')).join(' ')}`,
  pin === true && `It is not pinned by this. To pin it: cairn pin ${id}`,
];

const WHY: Readonly<Record<SimilarReason, string>> = {
  same_key: 'same key',
  same_subject: 'says otherwise',
  same_words: 'same words',
};

const similarLines = (similar: SaveResult['similar'], style: Style): readonly string[] =>
  similar.length === 0
    ? []
    : [
        style.dim('Similar memories (cairn supersede ID TEXT replaces one):'),
        ...similar.map(
          ({ id, content, reason }) =>
            `  ${style.dim(id)}  ${oneLine(content, (style.width ?? 120) - 50)} ${style.dim(`(${WHY[reason]})`)}`,
        ),
      ];
