import { afterAll, beforeAll } from "vitest";

import type { Config } from "../src/index.ts";
import { World } from "./world.ts";

/** A world for all tests of a file, made before the first and gone after the last. */
export function useWorld(change: Partial<Config> = {}): () => World {
  let world: World | undefined;
  beforeAll(async () => {
    world = await World.create(change);
  });
  afterAll(() => world?.[Symbol.asyncDispose]());
  return () => {
    if (world === undefined) throw new Error("The world exists only while tests run.");
    return world;
  };
}
