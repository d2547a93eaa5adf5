/** Measures the share of the evidence in a block of so many tokens, filled with the best texts. */
import { estimateTokenCount } from 'tokenx';
import type { Asked } from '../judge.ts';
import { meanOf, rounded } from '../metrics.ts';

const BLOCK_TOKENS = [256, 512, 1_024] as const;

export interface BlockFigures {
  readonly tokens: number;
  /** The share of the evidence that is in the block. */
  readonly recall: number;
  /** Tokens spent for each piece of evidence that was found. */
  readonly tokensPerEvidence: number;
  /** The block's share of the tokens of all texts. */
  readonly shareOfAll: number;
}

/** `textOf`: the text for a ref. Questions without an answer do not count. */
export const measureEconomy = (
  asked: readonly Asked[],
  textOf: (project: string, ref: string) => string,
  tokensOfAll: (project: string) => number,
): readonly BlockFigures[] => {
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
      recall: rounded(meanOf(blocks.map(({ recall }) => recall))),
      tokensPerEvidence: Math.round(
        sum((block) => block.tokens) /
          Math.max(
            1,
            sum(({ found }) => found),
          ),
      ),
      shareOfAll: rounded(meanOf(blocks.map(({ share }) => share))),
    };
  });
};

/** Takes whole texts in order. The first that does not fit ends the block. */
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

/** The line break costs one more token. */
export const tokensOf = (text: string): number => estimateTokenCount(text) + 1;
