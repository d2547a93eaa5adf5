// OpenAI's Chat Completions: https://platform.openai.com/docs/api-reference/chat-streaming

import { field, listIn, textIn } from './json.ts';
import { MODEL, type Protocol, saidIn, toolOf } from './protocol.ts';

const USAGE = { prompt_tokens: 100, completion_tokens: 9, total_tokens: 109 };

export const chat: Protocol = {
  name: 'chat',
  path: /\/chat\/completions(?:\?|$)/,
  tools: (body) =>
    listIn(body, 'tools').flatMap((tool) => {
      const inner = field(tool, 'function');
      return inner === null ? [] : [toolOf(inner, field(inner, 'parameters'))];
    }),
  answer: ({ body }, reply) => {
    const call = (called: Extract<typeof reply, { kind: 'call' }>) => ({
      index: 0,
      id: `call_${called.id}`,
      type: 'function',
      function: { name: called.tool.name, arguments: JSON.stringify(called.args) },
    });
    const message =
      reply.kind === 'call'
        ? { role: 'assistant', content: null, tool_calls: [call(reply)] }
        : { role: 'assistant', content: reply.text };
    const finish_reason = reply.kind === 'call' ? 'tool_calls' : 'stop';
    const base = { id: 'chatcmpl-1', created: 1_700_000_000, model: MODEL };
    if (field(body, 'stream') !== true) {
      const choices = [{ index: 0, message, finish_reason }];
      return { kind: 'json', value: { ...base, object: 'chat.completion', choices, usage: USAGE } };
    }
    const chunk = { ...base, object: 'chat.completion.chunk' };
    const events = [
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
      { ...chunk, choices: [], usage: USAGE },
    ];
    return { kind: 'stream', events, isNamed: false, end: 'data: [DONE]\n\n' };
  },
  said: (body) =>
    listIn(body, 'messages').flatMap((message) => saidIn(textIn(message, 'role'), field(message, 'content'))),
};
