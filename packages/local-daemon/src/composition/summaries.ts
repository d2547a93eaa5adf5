/** Composes the configured model with its uses: summaries of memories and of sessions. */
import { LIMITS } from '@cairn/schema';
import { createOpenAiClient } from '../adapters/openai-client.ts';
import { systemClock } from '../adapters/system-time.ts';
import type { Config } from '../config.ts';
import type { LlmConfig, LlmEndpoint } from '../model-config.ts';
import { createSessionService } from '../services/sessions/session-service.ts';
import type { SharedDeps } from '../services/shared-deps.ts';
import { createModelAsker, type ModelInUse } from '../services/summaries/ask-model.ts';
import { createSummaryService, type SummaryService } from '../services/summaries/summary-service.ts';
import { createSummaryWriter } from '../services/summaries/write-summaries.ts';

export interface SummarisingDeps
  extends Pick<SharedDeps, 'engine' | 'timers' | 'events' | 'housekeeper' | 'stopSignal' | 'log'> {
  readonly config: Config;
  readonly random: { bytes(count: number): Uint8Array };
}

/** Composes the services for summaries. Without a configured model there is no client, so nothing can be sent. [SU-6] */
export const summarising = ({ engine, config, random, stopSignal, ...rest }: SummarisingDeps) => {
  const clock = systemClock;
  const makeModel = ({ baseUrl, apiKey }: LlmEndpoint) => {
    const limits = { timeoutMs: LIMITS.modelTimeoutMs, silenceMs: LIMITS.modelSilenceMs };
    return createOpenAiClient({ baseUrl, apiKey, ...limits, stopSignal });
  };
  const placeOf = (endpoint: LlmEndpoint) => ({ settings: endpoint, model: makeModel(endpoint) });
  const inUseOf = (llm: LlmConfig | null): ModelInUse | null =>
    llm === null ? null : { settings: llm, model: makeModel(llm), others: (llm.others ?? []).map(placeOf) };
  let inUse = inUseOf(config.llm);
  const asker = createModelAsker({ inUse: () => inUse, engine, clock });
  const isArriving = async () => (await engine().syncFacts()).pull?.bootstrap != null;
  const newId = () => `s_${Buffer.from(random.bytes(SUMMARY_ID_BYTES)).toString('hex')}`;
  const writer = createSummaryWriter({ engine, asker, clock, newId, answerTokensMax: config.summaryTokens });
  const summaries: SummaryService = createSummaryService({ writer, asker, isArriving, clock, ...rest });
  return {
    summaries,
    sessions: createSessionService({
      ...{ engine, asker, nowMs: clock.nowMs, answerTokensMax: config.summaryTokens },
      ...rest,
    }),
    languageModel: asker,
    /** Uses this model from now on. Running calls finish with the previous one. */
    useModel: (llm: LlmConfig | null): void => {
      inUse = inUseOf(llm);
    },
  };
};

const SUMMARY_ID_BYTES = 16;
