/** Extraction, put together. */
import type { Engine } from '@cairn/core';
import type { ModelAsker } from '../summaries/ask-model.ts';
import {
  createExtractionService,
  type ExtractionDeps,
  type ExtractionService,
} from './extraction-service.ts';
import { createPersonalityFormer } from './form-personality.ts';
import { createSessionReader } from './read-session.ts';
import { createSessionReviewer } from './review-session.ts';

type Parts = Omit<ExtractionDeps, 'read' | 'review' | 'formPersonality' | 'engine' | 'asker'> & {
  readonly engine: () => Engine;
  readonly asker: ModelAsker;
};

export const createExtraction = (parts: Parts): ExtractionService => {
  let isOver = false;
  const shared = { engine: parts.engine, asker: parts.asker, isOver: () => isOver };
  const service = createExtractionService({
    ...parts,
    read: createSessionReader(shared),
    review: createSessionReviewer(shared),
    formPersonality: createPersonalityFormer({ ...shared, clock: parts.clock }),
  });
  return {
    ...service,
    end() {
      isOver = true;
      return service.end();
    },
  };
};
