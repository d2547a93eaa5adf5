/**
 * Measures which share of the wanted facts the beginning of a session holds. It is compared with the newest memories and with random
 * memories.
 */
import type { Engine } from '@cairn/core';
import { createSeededRandom } from '@cairn/core/testing';
import { estimateTokenCount } from 'tokenx';
import { eachInTurn } from '../measure.ts';
import { must } from '../must.ts';
import { inNewStore } from '../retrieval/stored.ts';
import { shuffled } from '../text/made-texts.ts';
import { fillVault, type MadeMemory, makeVault, PROJECT, type VaultWords } from './made-vault.ts';

const BUDGETS = [500, 1_000] as const;

/** A step on a vault before it is measured, such as writing its summaries. */
export type Prepare = (engine: Engine) => Promise<void>;

export const measureTold = async (vaults: readonly VaultWords[], prepare: Prepare) => {
  const told = await eachInTurn(vaults, (words) =>
    inNewStore(async ({ engine }) => {
      const memories = makeVault(words);
      await fillVault(engine, memories);
      await prepare(engine);
      return eachInTurn(BUDGETS, (budget) => toldIn(engine, words.name, memories, budget));
    }),
  );
  return told.flat();
};

export type Told = Awaited<ReturnType<typeof toldIn>>;

/** Returns shares from 0 to 1 of the wanted facts. `used` is the block's tokens divided by its budget. */
const toldIn = async (engine: Engine, vault: string, memories: readonly MadeMemory[], budget: number) => {
  const made = must(await engine.context({ project: PROJECT, maxTokens: budget }));
  const inReach = memories.filter(({ project }) => project === null || project === PROJECT);
  const newest = [...inReach].reverse();
  const random = createSeededRandom(`told/${vault}/any`);
  const any = shuffled(inReach, random);
  return {
    ...{ vault, budget, share: shareOf(memories, made.text), used: made.tokens / budget },
    newest: shareOf(memories, listed(newest, budget)),
    random: shareOf(memories, listed(any, budget)),
  };
};

const shareOf = (memories: readonly MadeMemory[], text: string): number => {
  const wanted = memories.filter((memory) => memory.wanted);
  return wanted.filter(({ content }) => text.includes(content.replace(/\.$/, ''))).length / wanted.length;
};

/** Lists as many memories as fit, each with source and date as in a block, without a heading. */
const listed = (memories: readonly MadeMemory[], budget: number): string => {
  const lines: string[] = [];
  let tokens = 0;
  for (const { content, source, createdAt } of memories) {
    const line = `- ${content} [${source}, ${new Date(createdAt).toISOString().slice(0, 10)}]`;
    tokens += estimateTokenCount(line);
    if (tokens > budget) break;
    lines.push(line);
  }
  return lines.join('\n');
};
