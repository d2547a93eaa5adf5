/** Measures which share of the evidence fits into a block of limited tokens that holds the best texts. */
import { estimateTokenCount } from 'tokenx';
import type { Asked } from '../judge.ts';
import { meanOf, rounded } from '../metrics.ts';

const BLOCK_TOKENS = [256, 512, 1_024] as const;

/** Measures economy. `textOf` returns the text of a ref. Questions without an answer are left out. */
export const measureEconomy = (
  asked: readonly Asked[],
  textOf: (project: string, ref: string) => string,
  tokensOfAll: (project: string) => number,
) => {
  const answerable = asked.filter(({ category }) => category !== '5');
  return BLOCK_TOKENS.map((tokens) => {
    const blocks = answerable.map(({ project, ranked, gold }) => {
      const block = fillBlock(ranked, (ref) => textOf(project, ref), tokens);
      const found = gold.filter((ref) => block.refs.has(ref)).length;
      return { ...block, found, recall: found / gold.length, share: block.tokens / tokensOfAll(project) };
    });
    const sum = (figure: (block: (typeof blocks)[number]) => number): number =>
      blocks.reduce((all, block) => all + figure(block), 0);
    return {
      tokens,
      /** Share of the evidence that is in the block. */
      recall: rounded(meanOf(blocks.map(({ recall }) => recall))),
      /** Tokens of the block per piece of evidence in it. */
      tokensPerEvidence: Math.round(
        sum((block) => block.tokens) /
          Math.max(
            1,
            sum(({ found }) => found),
          ),
      ),
      /** Tokens of the block as a share of the tokens of all texts. */
      shareOfAll: rounded(meanOf(blocks.map(({ share }) => share))),
    };
  });
};

/** Takes whole texts in order, and stops at the first one that does not fit. */
export const fillBlock = (
  ranked: readonly string[],
  textOf: (ref: string) => string,
  tokensMax: number,
): { readonly refs: ReadonlySet<string>; readonly tokens: number } => {
  const refs = new Set<string>();
  let tokens = 0;
  for (const ref of ranked) {
    const more = tokensOf(textOf(ref));
    if (tokens + more > tokensMax) break;
    refs.add(ref);
    tokens += more;
  }
  return { refs, tokens };
};

/** Returns the tokens of a text and its line break. */
export const tokensOf = (text: string): number => estimateTokenCount(text) + 1;
