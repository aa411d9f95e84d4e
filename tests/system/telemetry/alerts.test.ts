import { readdirSync } from "node:fs";
import path from "node:path";

import { describe, test } from "vitest";

import { observability, promtool } from "./promtool.ts";

const files = readdirSync(path.join(observability, "tests")).toSorted();

describe("the alerts of deploy/observability", () => {
  test("Prometheus accepts the recorded shares and the alerts", async ({ expect }) => {
    const { output, succeeded } = await promtool("check", "rules", "alerts.yaml");
    expect(succeeded, output).toBe(true);
  });

  test.for(files)(
    "each alert in the cases of %s fires when it should, says what it should, and else is silent",
    async (file, { expect }) => {
      const { output, succeeded } = await promtool("test", "rules", `tests/${file}`);
      expect(succeeded, output).toBe(true);
    },
  );
});
