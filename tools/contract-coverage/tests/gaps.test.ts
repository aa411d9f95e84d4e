import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, test } from "vitest";

import { findGaps, findIdle } from "../src/gaps.ts";
import { LedgerFolder } from "../src/ledger-folder.ts";
import { LedgerWriter } from "../src/ledger.ts";
import { promisesOf } from "../src/promises.ts";
import { reportOf } from "../src/report.ts";
import { isTestOf } from "../src/whose-test.ts";
import { paint } from "./fixture.ts";

const everything = Object.fromEntries(promisesOf(paint).map((what) => [what, true]));

describe("gaps", () => {
  test("a promise is no gap when a test that names a section has shown it", ({ expect }) => {
    expect(findGaps([paint], { paint: everything }, {})).toEqual([]);
  });

  test("all promises of an operation that no test calls are gaps", ({ expect }) => {
    expect(findGaps([paint], {}, {})).toEqual([
      { operation: paint, unseen: promisesOf(paint), unnamed: [] },
    ]);
  });

  test("a gap is what nobody showed, or showed by name, but for exceptions", ({ expect }) => {
    const { "field layers": _, ...others } = everything;
    const ledger = { paint: { ...others, "answers BAD_REQUEST": false } };
    const gaps = findGaps([paint], ledger, {});
    expect(gaps).toEqual([
      { operation: paint, unseen: ["field layers"], unnamed: ["answers BAD_REQUEST"] },
    ]);
    expect(reportOf(gaps, [])).toBe(
      [
        "paint (messages)",
        "  never: field layers",
        "  without section: answers BAD_REQUEST",
        "contract coverage: 1 never shown, 1 without section, 0 idle exceptions",
      ].join("\n"),
    );
    const exceptions = { "paint: field layers": "why", "paint: answers BAD_REQUEST": "why" };
    expect(findGaps([paint], ledger, exceptions)).toEqual([]);
  });

  test("exceptions for what is shown, or not promised, are told", ({ expect }) => {
    const exceptions = { "paint: field layers": "why", "paint: field none": "why" };
    expect(findIdle([paint], { paint: everything }, exceptions)).toEqual([
      "paint: field layers",
      "paint: field none",
    ]);
    expect(findIdle([paint], {}, { "paint: field layers": "why" })).toEqual([]);
  });
});

describe("what tests showed", () => {
  test("a promise is shown by name when one of its tests names a section", ({ expect }) => {
    const writer = new LedgerWriter();
    const seen = { operation: paint, path: { thing_id: "7" }, given: new Map([["color", "red"]]) };
    writer.add(seen, "paint > works");
    expect(writer.ledger()["paint"]).toMatchObject({ "parameter color is given": false });
    writer.add(seen, "paint > works (docs/behaviour/users.md#names)");
    writer.add(seen, "paint > works again");
    expect(writer.ledger()["paint"]).toMatchObject({ "parameter color is given": true });
  });

  test("what tests showed is put together from all processes", ({ expect }) => {
    const place = mkdtempSync(path.join(tmpdir(), "ledgers-"));
    const folder = new LedgerFolder(path.join(place, "new"));
    folder.write("a", { paint: { x: false, y: true } });
    folder.write("b", { paint: { x: true, z: false }, wash: { x: false } });
    expect(folder.read()).toEqual({ paint: { x: true, y: true, z: false }, wash: { x: false } });
    folder.clear();
    expect(folder.read()).toEqual({});
    rmSync(place, { recursive: true });
  });

  test("a promise is shown by tests of the operation's owner and of the whole product only", ({
    expect,
  }) => {
    expect(isTestOf("services/messages/tests/paint.test.ts", paint)).toBe(true);
    expect(isTestOf("tests/system/paint.test.ts", paint)).toBe(true);
    expect(isTestOf("services/webhooks/tests/replies.test.ts", paint)).toBe(false);
  });
});
