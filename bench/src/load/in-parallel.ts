/** Does `act` for 0 … count - 1, at most so many at once; answers the results in order. */
export async function inParallel<Result>(
  { count, concurrency }: { readonly count: number; readonly concurrency: number },
  act: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await act(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}
