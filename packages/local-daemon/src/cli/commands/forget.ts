/** Forgets memories by id, by key, or by a search from whose results the person chooses. */
import { type BodyOf, COMPARING_LIMITS, LIMITS, ok, type SearchResult } from '@cairn/schema';
import { ask, output } from '../ask.ts';
import type { Outcome, ParsedArgs, Run } from '../command.ts';
import { hasEveryWord } from '../every-word.ts';
import { type Answer, fail, failure, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { memoryLines } from '../output/memory-lines.ts';
import { memories } from '../output/short-time.ts';
import { projectOf } from '../request-input.ts';
import { oneLine, printableName } from '../style.ts';

export const forget: Run = async (given, io) => {
  const key = given.text('key');
  const query = given.text('query');
  const ways = [given.args.length > 0, key !== undefined, query !== undefined].filter(Boolean).length;
  if (ways !== 1)
    return misuse('Give one of these: ids, --key or --query. `cairn forget --help` has examples.');
  for (const option of ['namespace', 'project'])
    if (given.text(option) !== undefined && key === undefined) return misuse(`--${option} needs --key.`);
  if (query !== undefined) return forgetFound(query, given, io);
  if (key !== undefined)
    return send({ key, namespace: given.text('namespace'), ...projectOf(given, io) }, given, io);
  return send({ ids: [...new Set(given.args)] }, given, io);
};

/** The most ids that are listed. More ids would push their count off the screen. */
const SHOWN_MAX = 10;

/** Returns the id under which the trash will keep the memory. Null for one that is forgotten already, or was never read. */
const presentId = async (id: string, io: Io): Promise<string | null> => {
  const found = await io.ask('GET /v1/memories/:id', { at: { id } });
  return found.ok ? found.value.memory.id : null;
};
const ERASED = 'The trash does not keep it: it is gone for good.';

/** Returns how to restore them. The trash that the command lists has no memories of other scopes. [SP-2] */
const inTrash = async (
  forgotten: readonly string[],
  present: string | null | undefined,
  io: Io,
): Promise<string> => {
  const [id, ...others] = forgotten;
  if (present === null) return ERASED;
  if (present !== undefined) return `\`cairn trash restore ${present}\` brings it back within 30 days.`;
  const listed = await io.ask('GET /v1/trash');
  const ids = new Set(listed.ok ? listed.value.memories.map((kept) => kept.id) : []);
  if (!forgotten.every((one) => ids.has(one)))
    return '`cairn trash restore ID…` brings some back within 30 days.';
  if (others.length === 0) return `\`cairn trash restore ${id}\` brings it back within 30 days.`;
  const list = `cairn ${io.scope === null ? '' : `--scope ${io.scope} `}trash`;
  return `\`${list}\` lists them for 30 days. \`${list} restore ID…\` brings some back, \`--all\` everything in it.`;
};
const REPLACED_IN_TRASH =
  'Many replaced memories were forgotten as well. `cairn trash` keeps them for 30 days, in case another device marked them as replaced.';

const send = async (input: BodyOf<'POST /v1/forget'>, given: ParsedArgs, io: Io): Answer<Outcome> => {
  const trash = !given.flag('for-good');
  const [one, ...others] = input.ids ?? [];
  const present = trash && one !== undefined && others.length === 0 ? await presentId(one, io) : undefined;
  const done = await io.ask('POST /v1/forget', { body: { ...input, trash } });
  if (!done.ok) return done;
  const { forgotten, notFound, namespaces = [], replaced = 0 } = done.value;
  // A key names the present memory.
  const [only] = input.key !== undefined && forgotten.length === 1 ? forgotten : [present];
  const hints = trash && forgotten.length > 0 ? [await inTrash(forgotten, only, io)] : [];
  const where = namespaces.length === 0 ? '' : ` (in ${namespaces.map(printableName).join(', ')})`;
  const past =
    replaced === 0
      ? ''
      : `, and ${memories(replaced)} that ${forgotten.length === 1 ? 'it' : 'they'} replaced`;
  return ok({
    json: done.value,
    human: (style) =>
      forgotten.length === 0
        ? ''
        : [
            `${style.green('Forgot')} ${memories(forgotten.length)}${where}${past}`,
            ...(forgotten.length > SHOWN_MAX ? [] : forgotten.map((id) => style.dim(`  ${id}`))),
          ].join('\n'),
    notes: [
      ...hints,
      ...(replaced > (trash ? COMPARING_LIMITS.replacedInTrashMin : COMPARING_LIMITS.removedAtOnceMin)
        ? [REPLACED_IN_TRASH]
        : []),
    ],
    ...(notFound.length === 0 ? {} : missing(forgotten.length, notFound)),
  });
};

const missing = (forgotten: number, notFound: readonly string[]): Pick<Outcome, 'failure' | 'exit'> => ({
  failure: failure(
    'not_found',
    `No memory has the ${notFound.length === 1 ? 'id' : 'ids'} ${notFound.join(', ')}. \`cairn list\` and \`cairn search\` show ids.`,
  ),
  // 5 is partial: some were forgotten, and some do not exist.
  exit: forgotten > 0 ? 5 : 1,
});

const forgetFound = async (query: string, given: ParsedArgs, io: Io): Answer<Outcome> => {
  if (!given.flag('yes') && !io.canAsk)
    return misuse(
      '--query asks which memories to forget, and there is no terminal to ask on. Add --yes to forget those that have every word of the query, or give ids.',
    );
  const body = { query, in: ['memories'], limit: LIMITS.searchLimitMax } satisfies BodyOf<'POST /v1/search'>;
  const found = await io.ask('POST /v1/search', { body });
  if (!found.ok) return found;
  const { results } = found.value;
  if (results.length === 0) return ok(nothingForgotten('Nothing found, nothing forgotten.'));
  if (given.flag('yes')) return forgetMatching(query, results, given, io);
  const chosen = await choose(results, io);
  return chosen.length === 0
    ? fail('cancelled', 'Nothing was forgotten.')
    : send({ ids: [...chosen] }, given, io);
};

const nothingForgotten = (note: string): Outcome => ({
  ...{ json: { forgotten: [], notFound: [] }, human: () => '', notes: [note] },
});

/**
 * Forgets the results that have every word of the query. Nobody chooses them, and a search also finds memories with one of the words or
 * with a similar meaning.
 */
const forgetMatching = async (
  query: string,
  results: SearchResult['results'],
  given: ParsedArgs,
  io: Io,
): Answer<Outcome> => {
  const matching = results.filter((hit) => hasEveryWord([hit.content, ...hit.tags].join(' '), query));
  const others = results.length - matching.length;
  if (matching.length === 0)
    return ok(
      nothingForgotten(
        `None of the ${memories(others)} found has every word of the query, so nothing was forgotten. \`cairn search\` shows their ids.`,
      ),
    );
  if (!io.json) {
    for (const hit of matching) io.note(memoryLines(hit, io.noteStyle, io.nowMs));
    if (others > 0) io.note(`${memories(others)} found without every word of the query: kept.`);
  }
  const sent = await send({ ids: matching.map(({ id }) => id) }, given, io);
  if (!sent.ok || results.length < LIMITS.searchLimitMax) return sent;
  const notes = [...(sent.value.notes ?? []), 'One search may not find all of them: run the command again.'];
  return ok({ ...sent.value, notes, exit: 5 });
};

const choose = async (results: SearchResult['results'], io: Io): Promise<readonly string[]> => {
  const message = `${memories(results.length)} found. Which to forget? Space marks one, a marks all, Ctrl-C cancels.`;
  const options = results.map(({ id, content, tags }) => ({
    value: id,
    label: oneLine(content, (io.noteStyle.width ?? 100) - 8),
    hint: tags.map((name) => `#${name}`).join(' '),
  }));
  const chosen = await ask(({ multiselect }) => multiselect({ message, options, required: false, output }));
  return chosen.ok ? chosen.value : [];
};
