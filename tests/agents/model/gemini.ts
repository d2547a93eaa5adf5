// Gemini's (stream)generateContent: https://ai.google.dev/api/generate-content

import { field, listIn, textIn } from './json.ts';
import { type Protocol, saidIn, toolOf } from './protocol.ts';

export const gemini: Protocol = {
  name: 'gemini',
  path: /:(?:stream)?generateContent(?:\?|$)/i,
  tools: (body) =>
    listIn(body, 'tools').flatMap((group) =>
      listIn(group, 'functionDeclarations').map((tool) =>
        toolOf(tool, field(tool, 'parametersJsonSchema') ?? field(tool, 'parameters')),
      ),
    ),
  answer: ({ body, path }, reply) => {
    const wantsJson = textIn(field(body, 'generationConfig'), 'responseMimeType') === 'application/json';
    const part =
      reply.kind === 'call'
        ? { functionCall: { name: reply.tool.name, args: reply.args } }
        : { text: wantsJson ? '{}' : reply.text };
    const value = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 9, totalTokenCount: 109 },
      modelVersion: 'fake',
    };
    return /streamGenerateContent/i.test(path)
      ? { kind: 'stream', events: [value], isNamed: false }
      : { kind: 'json', value };
  },
  said: (body) => [
    ...saidIn('system', listIn(field(body, 'systemInstruction'), 'parts')),
    ...listIn(body, 'contents').flatMap((content) =>
      saidIn(textIn(content, 'role'), listIn(content, 'parts')),
    ),
  ],
};
