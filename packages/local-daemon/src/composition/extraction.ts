import type { Engine } from '@cairn/core';
import {
  createExtractionService,
  type ExtractionDeps,
  type ExtractionService,
} from '../services/extraction/extraction-service.ts';
import { createPersonalityFormer } from '../services/extraction/form-personality.ts';
import { createSessionReader } from '../services/extraction/read-session.ts';
import { createSessionReviewer } from '../services/extraction/review-session.ts';
import type { ModelAsker } from '../services/summaries/ask-model.ts';

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
