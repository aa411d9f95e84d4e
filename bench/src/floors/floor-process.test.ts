import { testServers } from "@team-chat/testkit";
import { describe, expect, test } from "vitest";

import { RawConnection } from "../http/raw-connection.ts";
import { readJson } from "../http/read-json.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { FloorProcess } from "./floor-process.ts";
import { startHop } from "./hop.ts";
import { RowInserter } from "./programs/row-inserter.ts";

describe("FloorProcess", () => {
  test("FloorProcess fails with the program's own complaint when it cannot start", async () => {
    const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    await expect(FloorProcess.start("durable-insert", nowhere)).rejects.toThrow("ECONNREFUSED");
  });

  test("FloorProcess fails an order that the program does not know", async () => {
    await using program = await FloorProcess.start("fan-out", { DATABASE_URL: undefined });
    const order = { kind: "insert", durationMs: 1, rowsPerInsert: 1 } as const;
    await expect(program.order(order)).rejects.toThrow("cannot insert");
  });
});

describe("RowInserter", () => {
  test("RowInserter refuses a database that does not make commits durable", async () => {
    await expect(RowInserter.connect(testServers().postgresUrl)).rejects.toThrow(
      "would not be durable",
    );
  });
});

describe("startHop", () => {
  test("startHop answers through the proxy what the service answers", async () => {
    await using resources = new AsyncDisposableStack();
    const { proxied } = await startHop({ insert: "none" }, resources);
    const connection = resources.use(await RawConnection.open(proxied));
    const parameters = { content: "hello" };
    const bytes = requestBytes({ method: "POST", url: new URL("/", proxied), parameters });
    expect(readJson(await connection.request(bytes))).toEqual({});
  });
});
