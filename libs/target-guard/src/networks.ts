import { isIP } from "node:net";

import { z } from "zod";

/** Accepts networks as `address/prefix`, several separated by commas. */
export function networks() {
  return z
    .string()
    .optional()
    .transform((text) => text?.split(",") ?? [])
    .refine((list) => list.every((network) => isNetwork(network)), {
      message: "must be address/prefix, several separated by commas",
    });
}

function isNetwork(text: string): boolean {
  const [address = "", prefix = "", ...rest] = text.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}
