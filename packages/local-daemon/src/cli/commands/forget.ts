/** Forgets by id, by key, or by what a search finds after the person has chosen. */
import { err, type ForgetInput, type ForgetResult, ok, type Result, type SearchResult } from '@cairn/schema';
import type { Given, Outcome, Run } from '../command.ts';
import { type Failure, failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { memoryLines } from '../output/memory-lines.ts';
import { memories } from '../output/short-time.ts';
import type { Body } from '../scope.ts';
import { oneLine } from '../style.ts';

export const forget: Run = async (given, io) => {
  const key = given.text('key');
  const query = given.text('query');
  const ways = [given.args.length > 0, key !== undefined, query !== undefined].filter(Boolean).length;
  if (ways !== 1)
    return err(
      failure('usage', 'Give ids, --key or --query: one of them. `cairn forget --help` has examples.'),
    );
  if (given.text('namespace') !== undefined && key === undefined)
    return err(failure('usage', '--namespace goes with --key.'));
  if (query !== undefined) return forgetFound(query, given, io);
  if (key !== undefined) return send({ key, namespace: given.text('namespace') }, io);
  return send({ ids: [...new Set(given.args)] }, io);
};

const send = async (input: Body<ForgetInput>, io: Io): Promise<Result<Outcome, Failure>> => {
  const done = await io.ask<ForgetResult>('POST', '/v1/forget', input);
  if (!done.ok) return done;
  const { forgotten, notFound, namespaces = [] } = done.value;
  const where = namespaces.length === 0 ? '' : ` (in ${namespaces.join(', ')})`;
  return ok({
    json: done.value,
    human: (style) =>
      forgotten.length === 0
        ? ''
        : `${style.green('Forgot')} ${memories(forgotten.length)}${where}\n${forgotten.map((id) => style.dim(`  ${id}`)).join('\n')}`,
    ...(notFound.length === 0 ? {} : missing(forgotten.length, notFound)),
  });
};

const missing = (forgotten: number, notFound: readonly string[]): Pick<Outcome, 'failure' | 'exit'> => ({
  failure: failure(
    'not_found',
    `There is no memory ${notFound.join(', ')}. \`cairn list\` and \`cairn search\` show ids.`,
  ),
  // Some were forgotten and some were not there: partial.
  exit: forgotten > 0 ? 5 : 1,
});

const FOUND_MAX = 20;

const forgetFound = async (query: string, given: Given, io: Io): Promise<Result<Outcome, Failure>> => {
  const mayAsk = io.canAsk && !io.json;
  if (!given.flag('yes') && !mayAsk)
    return err(
      failure(
        'usage',
        'This asks which memories to forget, and there is no terminal to ask on. Add --yes to forget all that are found, or give ids.',
      ),
    );
  const found = await io.ask<SearchResult>('POST', '/v1/search', {
    query,
    in: ['memories'],
    limit: FOUND_MAX,
  });
  if (!found.ok) return found;
  const { results } = found.value;
  if (results.length === 0)
    return ok({
      json: { forgotten: [], notFound: [] },
      human: () => '',
      notes: ['Nothing found, nothing forgotten.'],
    });
  if (given.flag('yes')) {
    if (!io.json) for (const hit of results) io.note(memoryLines(hit, io.noteStyle, io.nowMs));
    return send({ ids: results.map(({ id }) => id) }, io);
  }
  const chosen = await choose(results, io);
  return chosen.length === 0
    ? err(failure('cancelled', 'Nothing was forgotten.'))
    : send({ ids: [...chosen] }, io);
};

const choose = async (results: SearchResult['results'], io: Io): Promise<readonly string[]> => {
  const { isCancel, multiselect } = await import('@clack/prompts');
  const chosen = await multiselect({
    message: `${memories(results.length)} found. Which to forget? Ctrl-C leaves all.`,
    options: results.map(({ id, content, tags }) => ({
      value: id,
      label: oneLine(content, (io.noteStyle.width ?? 100) - 8),
      hint: tags.map((name) => `#${name}`).join(' '),
    })),
    required: false,
    output: process.stderr,
  });
  return isCancel(chosen) ? [] : chosen;
};
