/** Shows the context of an agent that continues the session: its task, the summary and the newest messages within a budget. [PG-17] */
import { LIMITS, type RestoreSessionResult } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useLive, useLoaded } from '../app/cairn.ts';
import { Answer, Content } from '../parts/basics.tsx';
import { Copy } from '../parts/copy.tsx';
import { Select } from '../parts/fields.tsx';
import { countOf, numberOf } from '../pure/words.ts';
import { Message } from './message.tsx';

const BUDGETS = [2_000, LIMITS.restoreTokensDefault, 32_000, 128_000] as const;

export const Restored = ({ id }: { readonly id: string }) => {
  const [budget, setBudget] = useState<number>(LIMITS.restoreTokensDefault);
  const restored = useLoaded('GET /v1/sessions/:id/restore', {
    at: { id },
    query: { max_tokens: budget },
  });
  useLive((event) => {
    if (event.kind === 'session' && event.session === id && event.what !== 'deleted') restored.reload();
  });
  return (
    <>
      <Select
        class="field"
        label="Budget in tokens"
        value={String(budget)}
        options={BUDGETS.map((one) => [String(one), numberOf(one)])}
        choose={(chosen) => setBudget(Number(chosen))}
      />
      <Answer of={restored}>{(value) => <Given restored={value} />}</Answer>
    </>
  );
};

/** Returns the context as text, for an agent without Cairn. */
const textOf = ({ activeTask, summary, messages }: RestoreSessionResult): string =>
  [
    activeTask === null ? '' : `Task: ${activeTask}`,
    summary ?? '',
    ...messages.map(({ role, content }) => `${role}: ${content}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const Given = ({ restored }: { readonly restored: RestoreSessionResult }) => {
  const { activeTask, summary, messages, tokens, left, files } = restored;
  return (
    <>
      <Copy text={textOf(restored)} what="the restored context" />
      <p class="small" role="status">
        {countOf(tokens, 'token')}: {countOf(messages.length, 'message')} and{' '}
        {summary === null ? 'no summary' : 'the summary'}.
        {left > 0 && ` ${countOf(left, 'message')} did not fit.`}
      </p>
      {activeTask !== null && <Content text={`Task: ${activeTask}`} />}
      {summary !== null && <Content text={summary} class="card" />}
      {files.length > 0 && (
        <details class="card">
          <summary>{countOf(files.length, 'file')} that it read last</summary>
          <ul class="files">
            {files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <ol class="talk">
        {messages.map((message) => (
          <Message key={message.sequence} message={message} terms={[]} />
        ))}
      </ol>
    </>
  );
};
