/** Shows one message as text, with its tools folded. [PG-10, PG-17] */
import type { SessionMessage } from '@cairn/schema';
import { useCairn } from '../app/cairn.ts';
import { Marked } from '../parts/marked.tsx';
import { agoOf, countOf, timeOf } from '../pure/words.ts';

interface MessageProps {
  readonly message: SessionMessage;
  readonly terms: readonly string[];
}

export const Message = ({ message, terms }: MessageProps) => {
  const { browser } = useCairn();
  const { role, content, toolCalls, toolResults, at, compacted } = message;
  const tools = { calls: toolCalls ?? [], results: toolResults ?? [] };
  const count = tools.calls.length + tools.results.length;
  return (
    <li class={`said-by ${role}`}>
      <p class="line">
        <strong>{role}</strong>
        <time dateTime={at} title={timeOf(at)}>
          {agoOf(at, browser.nowMs())}
        </time>
        {compacted && <span class="tag">compacted</span>}
      </p>
      <p class="content" dir="auto">
        <Marked text={content} terms={terms} />
      </p>
      {count > 0 && (
        <details>
          <summary>{countOf(count, 'tool call or result', 'tool calls and results')}</summary>
          <pre class="content">{JSON.stringify(tools, null, 2)}</pre>
        </details>
      )}
    </li>
  );
};
