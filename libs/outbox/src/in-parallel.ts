/**
 * Does something with all that `take` gives until it gives nothing more, so many at once. When one fails nothing
 * further is begun, and it rejects as soon as the others are done.
 */
export async function inParallel<T>(
  take: () => T | undefined,
  width: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  const next = () => (hasFailed ? undefined : take());
  const work = async () => {
    for (let item = next(); item !== undefined; item = next())
      await run(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
  };
  const ends = await Promise.allSettled(Array.from({ length: width }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
