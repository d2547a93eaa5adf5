import { err, type GetResult, isEntityId, LABELLED_NAMES, ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import { misuse } from '../failure.ts';
import { type Fact, facts } from '../output/columns.ts';
import { keyText } from '../output/memory-lines.ts';
import { shortTime } from '../output/short-time.ts';
import { useText } from '../output/use-lines.ts';
import { printable, type Style } from '../style.ts';

export const get: Run = async (given, io) => {
  const [id] = given.args;
  const key = given.text('key');
  if ((id === undefined) === (key === undefined))
    return misuse('Give either an id or --key. Usage: cairn get ID | cairn get --key KEY');
  const found =
    key === undefined
      ? await io.ask('GET /v1/memories/:id', { at: { id: given.arg(0) } })
      : await io.ask('GET /v1/memories/by-key', { query: { key, namespace: given.text('namespace') } });
  if (!found.ok)
    return id === undefined || isEntityId(id) || found.error.kind !== 'not_found'
      ? found
      : err({ ...found.error, message: `${found.error.message} If it is a key, write --key before it.` });
  return ok({ json: found.value, human: (style) => memoryText(found.value, style, io.nowMs) });
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
