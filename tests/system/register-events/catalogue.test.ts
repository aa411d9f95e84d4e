import { describe, test } from "vitest";

import { catalogue, neverSent } from "./catalogue.ts";
import { fieldsOfContract, isStrict, kindsOfContract } from "./client-event.ts";

/** Kinds that others than the reference's tables of operations name. */
const restricted = new Set(["realm_user remove"]);

// The catalogue holds personal events, too (docs/behaviour/events.md#personal-events).
describe("the schemas of events (docs/behaviour/events.md#message-events)", () => {
  test("the schemas of events are there for everything that is caused, and for nothing that is not", ({
    expect,
  }) => {
    const kinds = new Set(kindsOfContract().filter((kind) => !restricted.has(kind)));
    expect([...kinds].toSorted()).toEqual(Object.keys(catalogue).toSorted());
    expect(Object.keys(neverSent).filter((kind) => kinds.has(kind))).toEqual([]);
  });

  test.for(Object.entries(catalogue))(
    "the schema of the event %s takes %s",
    ([kind, fields], { expect }) => {
      const wanted = fields === "" ? [] : fields.split(" ");
      expect(fieldsOfContract(kind).toSorted()).toEqual(wanted.toSorted());
    },
  );

  test("the schemas of events are strict, so that a field too many fails whoever sees it", ({
    expect,
  }) => {
    for (const kind of kindsOfContract()) expect([kind, isStrict(kind)]).toEqual([kind, true]);
  });
});
