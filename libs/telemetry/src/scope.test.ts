import { describe, test } from "vitest";

import { continueScope, currentScope, newScope, runInScope, traceparentOf } from "./scope.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

describe("a scope", () => {
  test.for([
    "",
    "garbage",
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    `ff-${traceId}-${spanId}-01`,
  ])("a scope starts a new trace instead of continuing %j", (header, { expect }) => {
    const scope = continueScope("r-1", header);
    expect(scope).toMatchObject({ requestId: "r-1", sampled: undefined });
    expect(traceparentOf(scope)).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  });

  test("a scope takes a new request id instead of one that could forge a log line", ({
    expect,
  }) => {
    expect(continueScope("a\nb", undefined).requestId).toMatch(/^[\da-f-]{36}$/);
  });

  test("a scope continues a trace and hands it on", ({ expect }) => {
    const header = `00-${traceId}-${spanId}-01`;
    expect(continueScope("r-1", header)).toEqual({
      requestId: "r-1",
      traceId,
      spanId,
      sampled: true,
    });
    expect(traceparentOf(continueScope("r-1", header))).toBe(header);
  });

  test("a scope is seen by everything started in it and by nothing else", async ({ expect }) => {
    const scope = newScope();
    const seen = await runInScope(scope, async () => {
      await Promise.resolve();
      return currentScope();
    });
    expect(seen).toBe(scope);
    expect(currentScope()).toBeUndefined();
  });
});
