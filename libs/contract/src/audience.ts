import { z } from "zod";

/**
 * The users of a realm that an event is for: listed when few, a bitmap over user ids when many, or everyone, perhaps
 * but for a few.
 */
export const audience = z.discriminatedUnion("to", [
  z.object({ to: z.literal("everyone"), except: z.array(z.int()).optional() }),
  z.object({ to: z.literal("users"), ids: z.array(z.int()) }),
  z.object({
    to: z.literal("bitmap"),
    first: z.int(),
    bits: z.string().describe("base64; bit 0 of byte 0 is `first`"),
  }),
]);

export type Audience = z.infer<typeof audience>;

/** Below this a JSON list is as short as a bitmap and needs no decoding. */
const listLimit = 64;

/** Encodes a set of user ids (any order, duplicates allowed) in the shorter of the two forms. */
export function encodeAudience(userIds: Iterable<number>): Audience {
  const ids = [...new Set(userIds)].toSorted((a, b) => a - b);
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined || ids.length <= listLimit)
    return { to: "users", ids };
  if ((last - first) / 6 > ids.length * (String(last).length + 1)) return { to: "users", ids };
  const bits = new Uint8Array(((last - first) >> 3) + 1);
  for (const id of ids) {
    const byte = (id - first) >> 3;
    bits[byte] = (bits[byte] ?? 0) | (1 << ((id - first) & 7));
  }
  return { to: "bitmap", first, bits: Buffer.from(bits).toString("base64") };
}

/** Makes a membership test; decoding is done once, so keep the result for the life of the event. */
export function audienceTest(of: Audience): (userId: number) => boolean {
  switch (of.to) {
    case "everyone": {
      const without = new Set(of.except);
      return without.size === 0 ? () => true : (userId) => !without.has(userId);
    }
    case "users": {
      const ids = new Set(of.ids);
      return (userId) => ids.has(userId);
    }
    case "bitmap": {
      const bits = Buffer.from(of.bits, "base64");
      return (userId) => {
        const offset = userId - of.first;
        return offset >= 0 && ((bits[offset >> 3] ?? 0) & (1 << (offset & 7))) !== 0;
      };
    }
  }
}
