import { Client } from "pg";
import { describe, test } from "vitest";

import { createDatabase, RefusalGuard } from "../src/index.ts";

const refusal = new Error("It is refused.");

/** Opens a guard of a database with two tables, and a connection on which requests change them. */
async function guarded(stack: AsyncDisposableStack) {
  const { adminUrl } = stack.use(await createDatabase());
  const client = new Client(adminUrl);
  await client.connect();
  stack.defer(() => client.end());
  await client.query("create table outbox (id int); create table thing (n int)");
  const guard = stack.use(await RefusalGuard.open({ url: adminUrl }));
  const refuse = (statement: string) =>
    guard.watch(
      async () => {
        await client.query(statement);
        throw refusal;
      },
      () => false,
    );
  return { guard, client, refuse };
}

describe("the guard of refusals", () => {
  test("a refused request is told that changed a table or made a bundle of events", async ({
    expect,
  }) => {
    await using stack = new AsyncDisposableStack();
    const { client, guard, refuse } = await guarded(stack);
    const change = "insert into thing values (1)";
    await expect(refuse(change)).rejects.toThrow("A refused request changed thing.");
    await expect(refuse("insert into outbox values (1)")).rejects.toThrow("changed outbox.");
    const answered = guard.watch(
      () => client.query("delete from thing"),
      () => true,
    );
    await expect(answered).rejects.toThrow("A refused request changed thing.");
  });

  test("a refused request passes that changed nothing, took its changes back, or only locked rows", async ({
    expect,
  }) => {
    await using stack = new AsyncDisposableStack();
    const { client, refuse } = await guarded(stack);
    await client.query("insert into thing values (1)");
    await expect(refuse("select from thing")).rejects.toBe(refusal);
    await expect(refuse("begin; delete from thing; rollback")).rejects.toBe(refusal);
    await expect(refuse("select from thing for update")).rejects.toBe(refusal);
  });
});
