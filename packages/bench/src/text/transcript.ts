/**
 * A transcript as Claude Code writes it: prompts and answers of a few sentences, and between them calls and results of tools, which
 * are most of its bytes.
 */
import { range } from '../measure.ts';
import type { Corpus } from './corpus.ts';

const SESSION = '7c0de000-0000-4000-8000-000000000001';
const BEGAN_MS = Date.UTC(2026, 0, 1);
const TURN_MS = 20_000;
const ANSWERS = 2;
const RESULT_SENTENCES = 30;

/** Lines of exchange `n`: a prompt, and answers with what tools gave. */
export const transcriptLines = (corpus: Corpus, n: number): string => {
  let line = 0;
  const write = (type: 'user' | 'assistant', content: unknown): string => {
    const at = n * (2 * ANSWERS + 1) + line++;
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/anna/shop',
      sessionId: SESSION,
      version: '2.1.30',
      gitBranch: 'main',
      type,
      message: { role: type, content },
      uuid: `u-${at}`,
      timestamp: new Date(BEGAN_MS + at * TURN_MS).toISOString(),
    });
  };
  const text = (at: number, sentences: number): string =>
    range(sentences)
      .map((k) => corpus.memory(n * 100 + at * 40 + k))
      .join(' ');
  const exchange = range(ANSWERS).flatMap((answer) => [
    write('assistant', [
      { type: 'text', text: text(answer, 3) },
      {
        type: 'tool_use',
        id: `t-${n}-${answer}`,
        name: 'Read',
        input: { file_path: `/home/anna/shop/${n}.ts` },
      },
    ]),
    write('user', [
      { type: 'tool_result', tool_use_id: `t-${n}-${answer}`, content: text(answer, RESULT_SENTENCES) },
    ]),
  ]);
  return `${[write('user', text(2, 2)), ...exchange].join('\n')}\n`;
};
