/** `cairn session task`: shows or sets the task of a session. [SE-5] */
import { ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import { misuse } from '../failure.ts';

export const task: Run = async (given, io) => {
  const [id = '', ...words] = given.args;
  const text = words.join(' ').trim();
  const isCleared = given.flag('clear');
  if (isCleared && text !== '') return misuse('Give a task, or --clear, not both.');
  const at = { id };
  const found =
    isCleared || text !== ''
      ? await io.ask('POST /v1/sessions/:id/task', { at, body: { task: isCleared ? null : text } })
      : await io.ask('GET /v1/sessions/:id/messages', { at, query: { last: 1 } });
  if (!found.ok) return found;
  const { activeTask } = found.value.session;
  return ok({
    json: { session: found.value.session.id, activeTask },
    human: () => activeTask ?? '',
    notes: activeTask === null ? ['No task is known.'] : [],
  });
};
