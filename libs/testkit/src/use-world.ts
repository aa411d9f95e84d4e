import { afterAll, beforeAll } from "vitest";

/**
 * Has a world made before the first test of a file or group and closed after the last; what it returns gives the world
 * while tests run.
 */
export function useWorld<W extends AsyncDisposable>(create: () => Promise<W>): () => W {
  let made: W | undefined;
  beforeAll(async () => {
    made = await create();
  });
  afterAll(() => made?.[Symbol.asyncDispose]());
  return () => {
    if (made === undefined) throw new Error("The world exists only while tests run.");
    return made;
  };
}
