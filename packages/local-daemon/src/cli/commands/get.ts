import { err, type GetResult, isEntityId, LABELLED_NAMES, LIMITS, type Memory, ok } from '@cairn/schema';
import { quoteForShell } from '../../agents/our-marks.ts';
import type { ParsedArgs, Run } from '../command.ts';
import { misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { type Fact, facts } from '../output/columns.ts';
import { keyText } from '../output/memory-lines.ts';
import { shortTime } from '../output/short-time.ts';
import { useText } from '../output/use-lines.ts';
import { NO_PROJECT, projectOf } from '../request-input.ts';
import { printable, type Style } from '../style.ts';

export const get: Run = async (given, io) => {
  const [id] = given.args;
  const key = given.text('key');
  if ((id === undefined) === (key === undefined))
    return misuse('Give either an id or --key. Usage: cairn get ID | cairn get --key KEY');
  for (const option of ['namespace', 'project'])
    if (given.text(option) !== undefined && key === undefined) return misuse(`--${option} needs --key.`);
  const found =
    key === undefined
      ? await io.ask('GET /v1/memories/:id', { at: { id: given.arg(0) } })
      : await io.ask('GET /v1/memories/by-key', {
          query: { key, namespace: given.text('namespace'), ...projectOf(given, io) },
        });
  if (!found.ok)
    return id === undefined || isEntityId(id) || found.error.kind !== 'not_found'
      ? found
      : err({ ...found.error, message: `${found.error.message} If it is a key, write --key before it.` });
  const { memory } = found.value;
  return ok({
    json: found.value,
    human: (style) => memoryText(found.value, style, io.nowMs),
    notes: [key !== undefined && given.text('project') === undefined && (await elsewhere(memory, given, io))],
  });
};

/** Returns a note on the other projects that have the key, else ''. */
const elsewhere = async ({ key, project }: Memory, given: ParsedArgs, io: Io): Promise<string> => {
  if (key === null || !io.isErrTerminal || io.json) return '';
  const listed = await io.ask('GET /v1/memories', { query: { key, limit: LIMITS.listLimitMax } });
  if (!listed.ok) return '';
  const namespace = given.text('namespace');
  const others = new Set(
    listed.value.memories
      .filter((one) => one.project !== project && (namespace === undefined || one.namespace === namespace))
      .map((one) => one.project ?? NO_PROJECT),
  );
  if (others.size === 0) return '';
  const [name = ''] = others;
  const has = others.size === 1 ? 'Another project has' : `${others.size} other projects have`;
  return printable(`${has} the key "${key}", too: \`-p ${quoteForShell(name)}\` shows the value there.`);
};

const memoryText = ({ memory, uses }: GetResult, style: Style, nowMs: number): string => {
  const rows: readonly Fact[] = [
    ['id', memory.id],
    ['key', memory.key === null ? null : keyText(memory)],
    ['tags', memory.tags.map((tag) => `#${tag}`).join(' ') || null],
    ['project', memory.project],
    ['pinned', memory.pinned ? 'yes' : null],
    ['saved', `${shortTime(memory.createdAt, nowMs)} on ${memory.device.name}`],
    ['changed', memory.updatedAt === memory.createdAt ? null : shortTime(memory.updatedAt, nowMs)],
    ['source', memory.source],
    ...LABELLED_NAMES.map(({ name, label }) => [label.toLowerCase(), memory[name]] as const),
    ['trust', memory.trust],
    ['given', useText(uses, nowMs)],
    ['superseded by', memory.supersededBy],
  ];
  const shown = rows.map(([name, what]) => [name, what === null ? null : printable(what)] as const);
  return `${printable(memory.content)}\n\n${facts(shown, style)}`;
};
