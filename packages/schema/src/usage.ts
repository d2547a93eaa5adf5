/** The questions to language models, and what they took. [SU-6] */
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
/** In millionths of `currency`; null: nobody said what that model's tokens cost. [SU-7] */
const cost = count.nullable();

/** Milliseconds that half of them, 95 and 99 in 100 stayed below, to within a tenth; null without any. [OP-10] */
const latency = z.object({ count, p50: z.number(), p95: z.number(), p99: z.number() }).nullable();
export type LatencyFigures = z.infer<typeof latency>;

/** OP-10: one UTC day. Sizes are of its last hour in which something happened; today's are of now. */
export const dayFiguresResult = z.object({
  day: z.string(),
  bytes: count,
  memories: count,
  passages: count,
  saves: latency,
  searches: latency,
});
export type DayFiguresResult = z.infer<typeof dayFiguresResult>;

/** SU-6: since the beginning of a day, in UTC. `calls`: the newest, one by one. Costs are at the prices that are set now. */
export const usageResult = z.object({
  since: time,
  models: z.array(z.string()),
  tokensPerDay: count,
  tokensToday: count,
  /** Null: no price is set. */
  currency: z.string().nullable(),
  costToday: cost,
  /** By UTC day, the oldest first, and by purpose. */
  days: z.array(z.object({ day: z.string(), purpose: z.string(), tokens: count, calls: count, cost })),
  usage: z.array(modelCall.extend({ calls: count, cost })),
  calls: z.array(modelCall.extend({ at: time })),
  /** The oldest first; days on which the daemon did not run are absent. */
  figures: z.array(dayFiguresResult),
});
export type UsageResult = z.infer<typeof usageResult>;
