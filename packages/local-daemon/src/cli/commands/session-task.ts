/** `cairn session task`: shows or sets the task of a session. [SE-5] */
import { answered, type Run } from '../command.ts';
import { misuse } from '../failure.ts';

export const task: Run = async (given, io) => {
  const [id = '', ...words] = given.args;
  const text = words.join(' ').trim();
  const isCleared = given.flag('clear');
  if (isCleared && text !== '') return misuse('Give a task, or --clear, not both.');
  const at = { id };
  const found =
    isCleared || text !== ''
      ? io.ask('POST /v1/sessions/:id/task', { at, body: { task: isCleared ? null : text } })
      : io.ask('GET /v1/sessions/:id/messages', { at, query: { last: 1 } });
  return answered(found, ({ session: { id: session, activeTask } }) => ({
    json: { session, activeTask },
    human: () => activeTask ?? '',
    notes: [activeTask === null ? 'No task is known.' : ''],
  }));
};
