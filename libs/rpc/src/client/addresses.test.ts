import { describe, test } from "vitest";

import { resolveAddresses } from "./addresses.ts";

describe("addresses of a service", () => {
  test.for([
    { family: "IPv4", name: "127.0.0.1", origin: "http://127.0.0.1:9101" },
    { family: "IPv6", name: "[::1]", origin: "http://[::1]:9101" },
  ])(
    "a name with addresses of $family alone is resolved to them",
    async ({ name, origin }, { expect }) => {
      const addresses = resolveAddresses(`dns+http://${name}:9101`);
      await addresses.found;
      expect(addresses.origins()).toEqual([origin]);
      addresses.close();
    },
  );

  test("a name that nobody knows has no addresses", async ({ expect }) => {
    const addresses = resolveAddresses("dns+http://nobody.invalid:9101");
    await addresses.found;
    expect(addresses.origins()).toEqual([]);
    addresses.close();
  });
});
