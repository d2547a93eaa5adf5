import { describe, expect, test } from 'vitest';
import { createCodexMapper } from './codex.ts';
import { formatOf } from './known.ts';

describe('[IM-1] Codex', () => {
  test('its lists of all prompts and of all sessions are no memories, because the rollouts have them', () => {
    const prompt = { session_id: '0199aaaa', ts: 1_772_359_202, text: 'rename the limiter' };
    const session = { id: '0199aaaa', thread_name: 'Rate limits', updated_at: '2026-03-01T10:01:00Z' };
    for (const listed of [prompt, session]) {
      expect(formatOf(listed, null)).toBe('codex');
      expect(createCodexMapper('history').take(listed, 'line 1', null)).toMatchObject([{ kind: 'left' }]);
    }
  });
});
