import fc from "fast-check";
import { expect, it } from "vitest";

import { applyDelta, blocksOf, deltaOf, knownOf, readKnown } from "./index.ts";

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

function peopleOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    user_id: index * 7,
    full_name: `Person ${index}`,
    email: `person${index}@example.com`,
    is_bot: false,
    avatar_url: `/avatars/${index}/${(index * 7919) % 10_007}.png`,
    role: 400,
  }));
}

/** Gives the text that a client makes who had `before`, through everything that goes over the wire. */
function throughTheWire(before: Uint8Array, after: Uint8Array) {
  const { ids, starts } = blocksOf(before);
  const known = readKnown(knownOf(ids));
  const wire = JSON.stringify(deltaOf(known ?? new Float64Array(), after));
  const made = applyDelta({ text: before, starts }, JSON.parse(wire) as ReturnType<typeof deltaOf>);
  return { made, wire };
}

it("Any text is made again exactly out of any other one.", () => {
  const record = fc.record({
    id: fc.nat(50),
    name: fc.string({ unit: "grapheme" }),
    of: fc.array(fc.nat(9)),
  });
  const texts = fc.array(record, { maxLength: 200 });
  fc.assert(
    fc.property(texts, texts, fc.nat(200), (one, other, place) => {
      const before = [...one.slice(0, place), ...other];
      const after = [...other, ...one.slice(place), ...one.slice(0, place)];
      const { made } = throughTheWire(bytesOf(before), bytesOf(after));
      expect(made?.text).toEqual(bytesOf(after));
    }),
  );
});

it("A text that is empty, or before, needs nothing else.", () => {
  expect(throughTheWire(new Uint8Array(), bytesOf(peopleOf(3))).made?.text).toEqual(
    bytesOf(peopleOf(3)),
  );
  expect(throughTheWire(bytesOf(peopleOf(3)), new Uint8Array()).made?.text).toEqual(
    new Uint8Array(),
  );
});

it("Ten changes of ten thousand people cost less than twenty kilobytes.", () => {
  const before = peopleOf(10_000);
  const after = before.map((person, index) =>
    index % 1000 === 500 ? { ...person, full_name: `Renamed ${index}`, role: 300 } : person,
  );
  after.splice(3000, 1);
  after.push(...peopleOf(10_001).slice(-1));
  const { made, wire } = throughTheWire(bytesOf(before), bytesOf(after));
  expect(made?.text).toEqual(bytesOf(after));
  expect(wire.length).toBeLessThan(20_000);
});

it("Long lists of equal values are cut into few blocks, and not into one for each.", () => {
  for (const value of [0, 1, null, "", "a", [], 12345])
    expect(
      blocksOf(bytesOf(Array.from({ length: 50_000 }, () => value))).starts.length,
    ).toBeLessThan(2000);
});

it("Blocks that only seem to be known are noticed, and give nothing.", () => {
  const before = bytesOf(peopleOf(100));
  const { starts, ids } = blocksOf(before);
  const wrong = deltaOf(ids, bytesOf(peopleOf(100)));
  const other = bytesOf(peopleOf(100).map((person) => ({ ...person, role: 200 })));
  expect(applyDelta({ text: other, starts }, wrong)).toBeNull();
  expect(applyDelta({ text: before, starts }, { ...wrong, sum: "0000000000000000" })).toBeNull();
  expect(applyDelta({ text: before, starts }, { ...wrong, parts: [[90_000, 4]] })).toBeNull();
});

it("What is no list of blocks is not read.", () => {
  for (const text of ["abc", "!", "AAAAAAA=", "a b", "AAAAAAAAA"])
    expect(readKnown(text)).toBeNull();
  expect(readKnown("")).toEqual(new Float64Array());
});

it("Ids of blocks are read as they were written, seven characters each.", () => {
  const ids = Float64Array.from(
    { length: 3000 },
    (_, index) => (index * 2 ** 33 + index) % 2 ** 40,
  );
  expect(readKnown(knownOf(ids))).toEqual(ids);
  expect(knownOf(ids).length).toBeLessThanOrEqual(3000 * 7);
});
