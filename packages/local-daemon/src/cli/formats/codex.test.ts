import { describe, expect, test } from 'vitest';
import { hookAdapterOf } from '../../agents/hook-adapters.ts';
import { createCodexMapper } from './codex.ts';
import { formatOf } from './known.ts';

describe('[IM-1] Codex', () => {
  test.each([
    [
      '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nRename it',
      'Rename it',
    ],
    ['What is "\n## My request for Codex:" for?', 'What is "\n## My request for Codex:" for?'],
  ])('keeps the request without what an editor put before it: %j', (text, kept) => {
    const payload = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
    const line = { timestamp: '2026-03-01T10:01:00Z', type: 'response_item', payload };
    expect(createCodexMapper('x').take(line, 'line 1', null)).toMatchObject([{ turn: { text: kept } }]);
    const event = hookAdapterOf('codex')?.parse('prompt', { session_id: 's', prompt: text });
    expect(event?.prompt).toBe(kept);
  });

  test('its lists of all prompts and of all sessions are no memories, because the rollouts have them', () => {
    const prompt = { session_id: '0199aaaa', ts: 1_772_359_202, text: 'rename the limiter' };
    const session = { id: '0199aaaa', thread_name: 'Rate limits', updated_at: '2026-03-01T10:01:00Z' };
    for (const listed of [prompt, session]) {
      expect(formatOf(listed, null)).toBe('codex');
      expect(createCodexMapper('history').take(listed, 'line 1', null)).toMatchObject([{ kind: 'left' }]);
    }
  });
});
