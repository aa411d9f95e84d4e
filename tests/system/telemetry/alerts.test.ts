import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { neededRules } from "./needed-rules.ts";
import { observability, promtool } from "./promtool.ts";

const folder = path.join(observability, "tests");
const files = readdirSync(folder).toSorted();

const fileOfCases = z.strictObject({
  rule_files: z.tuple([z.literal("../alerts.yaml")]),
  evaluation_interval: z.string(),
  tests: z.array(
    z.looseObject({
      name: z.string(),
      alert_rule_test: z.array(z.looseObject({ alertname: z.string() })),
    }),
  ),
});

/** Writes each case of a file with the rules that its alerts need alone, and returns the files. */
function divide(file: string): readonly string[] {
  const { tests, ...rest } = fileOfCases.parse(
    parse(readFileSync(path.join(folder, file), "utf8")),
  );
  const target = mkdtempSync(path.join(tmpdir(), "alerts-"));
  onTestFinished(() => rmSync(target, { recursive: true }));
  return tests.map((one, index) => {
    const rules = `${index}.rules.json`;
    const alerts = one.alert_rule_test.map(({ alertname }) => alertname);
    writeFileSync(path.join(target, rules), neededRules(alerts, []));
    const cases = path.join(target, `${index}.json`);
    writeFileSync(cases, JSON.stringify({ ...rest, rule_files: [rules], tests: [one] }));
    return cases;
  });
}

describe("the alerts of deploy/observability", () => {
  test("Prometheus accepts the recorded shares and the alerts", async ({ expect }) => {
    const { output, succeeded } = await promtool("check", "rules", "alerts.yaml");
    expect(succeeded, output).toBe(true);
  });

  test.for(files)(
    "each alert in the cases of %s fires when it should, says what it should, and else is silent",
    async (file, { expect }) => {
      const { output, succeeded } = await promtool("test", "rules", ...divide(file));
      expect(succeeded, output).toBe(true);
    },
  );
});
