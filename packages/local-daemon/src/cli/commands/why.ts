/** `cairn why`: shows where a line of a context comes from, and the commands that correct or forget it. [M-13] */
import { err, scheduleOfSession, type WhyMemory, type WhyResult } from '@cairn/schema';
import { quoteForShell } from '../../agents/our-marks.ts';
import { answered, type Note, type Run, textOf } from '../command.ts';
import { type Fact, facts } from '../output/columns.ts';
import { shortTime } from '../output/short-time.ts';
import { useText } from '../output/use-lines.ts';
import { wholeId } from '../short-ids.ts';
import { joined, printable, type Style } from '../style.ts';

export const why: Run = async (given, io) => {
  const text = await textOf(given.args, io);
  if (!text.ok) return text;
  const asked = /\s/u.test(text.value.trim()) ? text : await wholeId(text.value.trim(), io);
  if (!asked.ok) return err(asked.error);
  return answered(io.ask('POST /v1/why', { body: { text: asked.value } }), (found) => ({
    human: (style) =>
      joined('\n\n', [
        ...aroundLines(found, style, io.nowMs),
        ...found.memories.map((one) => memoryText(one, style, io.nowMs)),
      ]),
    notes: [
      found.memories.some(({ match }) => match === 'like') &&
        'Nothing has exactly these words. These come nearest.',
    ],
  }));
};

const aroundLines = ({ summary, profile, turn }: WhyResult, style: Style, nowMs: number): readonly Note[] => [
  summary !== null &&
    `${style.bold('From a summary')} ${style.dim(`${summary.model === null ? 'without a model' : `by ${printable(summary.model)}`}, written ${shortTime(summary.createdAt, nowMs)}, of:`)}`,
  profile !== null &&
    `${printable(profile.line)}\n\n${facts(
      [
        ['said by', 'yourself: it is part of your profile, which every agent is told'],
        ['change', profile.section === 'rules' ? 'cairn profile rules' : 'cairn profile'],
      ],
      style,
    )}`,
  turn !== null &&
    `“${printable(turn.text)}”\n\n${facts(
      [
        [
          'said by',
          `${printable(turn.author ?? 'somebody')}, ${shortTime(turn.at, nowMs)}; no memory was made of it`,
        ],
        ['session', `cairn session show ${quoteForShell(printable(turn.session))}`],
      ],
      style,
    )}`,
];

const NOT_SAID: Readonly<Record<NonNullable<WhyMemory['notSaid']>, string>> = {
  no_session: 'saved by itself, outside of a session',
  by_schedule: 'by a run of a schedule',
  not_here: 'its session is not on this device',
  other_words: 'no sentence of its session says it in these words',
};

const memoryText = (one: WhyMemory, style: Style, nowMs: number): string => {
  const { memory, match, said, notSaid } = one;
  const { id, agent, device, source } = memory;
  const who = agent === null ? source : `${printable(agent)} (${source})`;
  const rows: readonly Fact[] = [
    ['id', id],
    ['note', match === 'before' ? 'It said this before, and says something else now' : null],
    ['saved', `${shortTime(memory.createdAt, nowMs)} by ${who} on ${printable(device.name)}`],
    ['learned', said === null ? NOT_SAID[notSaid ?? 'no_session'] : saidText(said, nowMs)],
    ['session', sessionText(one)],
    ['given', useText(one.uses, nowMs) ?? 'to no agent yet'],
    ['correct', `cairn supersede ${id} "…"`],
    ['forget', `cairn forget ${id}`],
    ['earlier', match === 'before' ? `cairn history ${id}` : null],
  ];
  return `${style.bold(printable(memory.content))}\n\n${facts(rows, style)}`;
};

const saidText = ({ role, sentence, at, found }: NonNullable<WhyMemory['said']>, nowMs: number): string =>
  `${found === 'near' ? 'just after ' : ''}${role === 'user' ? 'you' : `the ${role}`} said ${shortTime(at, nowMs)}: “${printable(sentence)}”`;

const sessionText = ({ memory, said }: WhyMemory): string | null => {
  if (said !== null) return `cairn session show ${quoteForShell(printable(said.session.name))}`;
  if (memory.session === null) return null;
  const schedule = scheduleOfSession(memory.session);
  return schedule === null
    ? printable(memory.session)
    : `cairn schedule runs ${schedule}, on ${printable(memory.device.name)}`;
};
