/** Calls of language models and their cost. [SU-6] */
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
/** In millionths of `currency`; null if the model's price is unknown. [SU-7] */
const cost = count.nullable();

/** p50, p95 and p99 in milliseconds, accurate to 10 %; null without samples. [OP-10] */
const latency = z.object({ count, p50: z.number(), p95: z.number(), p99: z.number() }).nullable();
export type LatencyFigures = z.infer<typeof latency>;

/** OP-10: one UTC day. Sizes are from its last hour with activity; today's are current. */
export const dayFiguresResult = z.object({
  day: z.string(),
  bytes: count,
  memories: count,
  passages: count,
  saves: latency,
  searches: latency,
});
export type DayFiguresResult = z.infer<typeof dayFiguresResult>;

/** SU-6: since the beginning of a UTC day. `calls`: the newest calls. Costs use the present prices. */
export const usageResult = z.object({
  since: time,
  models: z.array(z.string()),
  tokensPerDay: count,
  tokensToday: count,
  /** Null if no price is set. */
  currency: z.string().nullable(),
  costToday: cost,
  /** By UTC day and purpose, oldest first. */
  days: z.array(z.object({ day: z.string(), purpose: z.string(), tokens: count, calls: count, cost })),
  usage: z.array(modelCall.extend({ calls: count, cost })),
  calls: z.array(modelCall.extend({ at: time })),
  /** Oldest first. Days on which the daemon did not run are absent. */
  figures: z.array(dayFiguresResult),
});
export type UsageResult = z.infer<typeof usageResult>;
