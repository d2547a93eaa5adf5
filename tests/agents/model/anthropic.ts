// Anthropic's Messages: https://docs.anthropic.com/en/api/messages-streaming

import { field, listIn, textIn } from './json.ts';
import { MODEL, type Protocol, saidIn, toolOf } from './protocol.ts';

export const anthropic: Protocol = {
  name: 'anthropic',
  path: /^\/(?:v1\/)?messages(?:\?|$)/,
  tools: (body) => listIn(body, 'tools').map((tool) => toolOf(tool, field(tool, 'input_schema'))),
  answer: ({ body }, reply) => {
    const isCall = reply.kind === 'call';
    const start = isCall
      ? { type: 'tool_use', id: `toolu_${reply.id}`, name: reply.tool.name, input: {} }
      : { type: 'text', text: '' };
    const whole = isCall ? { ...start, input: reply.args } : { type: 'text', text: reply.text };
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(reply.args) }
      : { type: 'text_delta', text: reply.text };
    const stopped = { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: MODEL };
    const usage = { input_tokens: 100, output_tokens: 9 };
    if (field(body, 'stream') !== true)
      return { kind: 'json', value: { ...message, ...stopped, content: [whole], usage } };
    const events = [
      {
        type: 'message_start',
        message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
      },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: stopped, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ];
    return { kind: 'stream', events, isNamed: true };
  },
  said: (body) => [
    ...saidIn('system', field(body, 'system')),
    ...listIn(body, 'messages').flatMap((message) =>
      saidIn(textIn(message, 'role'), field(message, 'content')),
    ),
  ],
};
