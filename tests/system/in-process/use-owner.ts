import { afterAll, beforeAll } from "vitest";

import type { Client } from "../client.ts";
import { Product } from "./product.ts";
import { createPeople } from "./realm.ts";

/** A product for all tests of a file, and the client of the owner of its only organization. */
export function useOwner(): () => Client {
  let product: Product | undefined;
  let owner: Client | undefined;
  beforeAll(async () => {
    product = await Product.start();
    const { people } = await createPeople(product);
    owner = people.find(({ name }) => name === "owner")?.client;
  });
  afterAll(() => product?.[Symbol.asyncDispose]());
  return () => {
    if (owner === undefined) throw new Error("There is no owner.");
    return owner;
  };
}
