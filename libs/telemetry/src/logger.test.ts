import { describe, test } from "vitest";

import { createLogger, newScope, runInScope } from "./index.ts";

function capture() {
  const lines: Record<string, unknown>[] = [];
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { lines, log: createLogger({ service: "messages", level: "info", to }) };
}

describe("the logger", () => {
  test("the logger leaves out lines below its level", ({ expect }) => {
    const { lines, log } = capture();
    log.debug("unheard");
    expect(lines).toEqual([]);
  });

  test("the logger redacts fields that hold secrets or text of users", ({ expect }) => {
    const { lines, log } = capture();
    log.info({ password: "hunter2", request: { api_key: "hunter2", content: "hunter2" } }, "tried");
    expect(JSON.stringify(lines)).not.toContain("hunter2");
  });

  test("the logger shows an error's message, stack and cause, but not the values a database error carries", ({
    expect,
  }) => {
    const { lines, log } = capture();
    const cause = Object.assign(new Error("duplicate key"), {
      code: "23505",
      detail: "Key (email)=(a@b.c) exists",
    });
    log.error({ err: new Error("send failed", { cause }) }, "failed");
    expect(lines[0]).toMatchObject({
      err: { message: "send failed", cause: { message: "duplicate key", code: "23505" } },
    });
    expect(JSON.stringify(lines)).not.toContain("a@b.c");
  });

  test("the logger names the service, and in a scope the request and the trace", ({ expect }) => {
    const { lines, log } = capture();
    const scope = newScope();
    runInScope(scope, () => log.child({ part: "binder" }).info({ realm: 7 }, "done"));
    const { requestId, traceId } = scope;
    expect(lines[0]).toMatchObject({
      level: "info",
      service: "messages",
      part: "binder",
      realm: 7,
      requestId,
      traceId,
    });
  });
});
