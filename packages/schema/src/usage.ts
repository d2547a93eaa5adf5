/** What language models were asked, and what it took. [SU-6] */
import * as z from 'zod';

const count = z.number().int().nonnegative();
const time = z.string();

const modelCall = z.object({
  purpose: z.string(),
  model: z.string(),
  promptTokens: count,
  completionTokens: count,
  ms: count,
  outcome: z.string(),
});
/** SU-6: since the beginning of a day, in UTC. `calls`: the newest, one by one. */
export const usageResult = z.object({
  since: time,
  models: z.array(z.string()),
  tokensPerDay: count,
  tokensToday: count,
  /** By UTC day, the oldest first, and by purpose. */
  days: z.array(z.object({ day: z.string(), purpose: z.string(), tokens: count, calls: count })),
  usage: z.array(modelCall.extend({ calls: count })),
  calls: z.array(modelCall.extend({ at: time })),
});
export type UsageResult = z.infer<typeof usageResult>;
