/** Waits until the work ends or the limit is reached. Throws if the work fails first. */
export const atMost = async (limitMs: number, work: Promise<unknown> | null): Promise<void> => {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, limitMs);
  await Promise.race([work, limit.promise]);
  clearTimeout(timer);
};
