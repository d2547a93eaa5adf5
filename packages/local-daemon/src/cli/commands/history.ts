import { type HistoryResult, ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import { factLines } from '../output/memory-lines.ts';
import { shortTime } from '../output/short-time.ts';
import { oneLine, printable, type Style } from '../style.ts';

export const history: Run = async (given, io) => {
  const found = await io.ask('GET /v1/memories/:id/history', { at: { id: given.arg(0) } });
  if (!found.ok) return found;
  const { versions, incomplete } = found.value;
  return ok({
    json: found.value,
    human: (style) => versions.map((version) => versionLines(version, style, io.nowMs)).join('\n'),
    notes: incomplete ? ['Not complete: some earlier text is not on this device.'] : [],
  });
};

const versionLines = (version: HistoryResult['versions'][number], style: Style, nowMs: number): string => {
  const mark = version.current ? style.green('→') : style.dim('○');
  const text = oneLine(version.content, (style.width ?? 200) - 4);
  const where = [
    version.id,
    shortTime(version.at, nowMs),
    printable(version.device.name),
    version.agent === null ? '' : printable(version.agent),
    version.current ? 'current' : '',
  ].filter((part) => part !== '');
  const first = `${mark} ${version.current ? text : style.dim(text)}`;
  return [first, ...factLines(where.join(' · '), style, 2)].join('\n');
};
