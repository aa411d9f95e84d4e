import fc from "fast-check";
import { test } from "vitest";

import { NumberedMap } from "./numbered-map.ts";

const ids = fc.oneof(
  fc.nat(8),
  fc.nat(8).map((id) => id + 4096),
  fc.nat(0xffff_ffff),
);

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("set" as const), id: ids }),
    fc.record({ kind: fc.constant("delete" as const), id: ids }),
    fc.record({ kind: fc.constant("takeAll" as const), id: ids }),
  ),
  { maxLength: 200 },
);

const byId = (one: { readonly id: number }, other: { readonly id: number }) => one.id - other.id;

test("a numbered map holds what a map would hold, whichever numbers meet at one place", ({
  expect,
}) => {
  fc.assert(
    fc.property(steps, (made) => {
      const numbered = new NumberedMap<{ readonly id: number }>();
      const map = new Map<number, { readonly id: number }>();
      for (const { kind, id } of made) {
        const one = { id };
        if (kind === "set") {
          numbered.set(one);
          map.set(id, one);
        } else if (kind === "delete") expect(numbered.delete(id)).toBe(map.delete(id));
        else {
          expect(numbered.takeAll().toSorted(byId)).toEqual([...map.values()].toSorted(byId));
          map.clear();
        }
        expect(numbered.size).toBe(map.size);
        expect(numbered.get(id)).toBe(map.get(id));
        expect(numbered.has(id)).toBe(map.has(id));
        for (const [known, value] of map) expect(numbered.get(known)).toBe(value);
      }
    }),
  );
});
