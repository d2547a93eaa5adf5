// OpenAI's Responses: https://platform.openai.com/docs/api-reference/responses-streaming

import { field, type Json, listIn, textIn } from './json.ts';
import { MODEL, type Protocol, type Reply, saidIn, type Tool, toolOf } from './protocol.ts';

const toolsOf = (tool: Json): readonly Tool[] =>
  textIn(tool, 'type') === 'namespace'
    ? listIn(tool, 'tools').map((inner) => ({
        ...toolOf(inner, field(inner, 'parameters')),
        namespace: textIn(tool, 'name'),
      }))
    : [
        {
          ...toolOf(tool, field(tool, 'parameters')),
          name: textIn(tool, 'name') || textIn(tool, 'type'),
          isFree: textIn(tool, 'type') === 'custom',
        },
      ];

const itemOf = (reply: Reply): { readonly [name: string]: Json } => {
  if (reply.kind === 'text')
    return {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }],
    };
  const { tool, args, id } = reply;
  return {
    type: tool.isFree ? 'custom_tool_call' : 'function_call',
    id: `fc_${id}`,
    call_id: `call_${id}`,
    name: tool.name,
    status: 'completed',
    ...(tool.namespace === null ? {} : { namespace: tool.namespace }),
    ...(tool.isFree ? { input: String(args) } : { arguments: JSON.stringify(args) }),
  };
};

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 109,
};

export const responses: Protocol = {
  name: 'responses',
  path: /\/responses(?:\?|$)/,
  tools: (body) => listIn(body, 'tools').flatMap(toolsOf),
  answer: ({ body }, reply) => {
    const item = itemOf(reply);
    const response = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: MODEL };
    const whole = { ...response, status: 'completed', output: [item], usage: USAGE };
    if (field(body, 'stream') !== true) return { kind: 'json', value: whole };
    const text = reply.kind === 'text' ? [reply.text] : [];
    const begun = text.length === 0 ? item : { ...item, status: 'in_progress', content: [] };
    const events = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: begun },
      ...text.map((delta) => ({
        ...{ type: 'response.output_text.delta', item_id: 'msg_1' },
        ...{ output_index: 0, content_index: 0, delta },
      })),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ].map((event, sequence_number) => ({ ...event, sequence_number }));
    return { kind: 'stream', events, isNamed: true };
  },
  said: (body) => [
    ...saidIn('system', field(body, 'instructions')),
    ...listIn(body, 'input').flatMap((item) => {
      const output = field(item, 'output');
      return textIn(item, 'type').endsWith('_call_output')
        ? [{ from: 'tool', text: typeof output === 'string' ? output : JSON.stringify(output) }]
        : saidIn(textIn(item, 'role'), field(item, 'content'));
    }),
  ],
};
