// What a request causes, in whatever service, its sender's next request sees, and hears of it before what that one
// causes (docs/architecture.md, section 5).
import { Secret } from "@team-chat/config";
import { configSchema, run } from "@team-chat/realm-cli";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Person } from "../in-process/realm.ts";
import { realmChanges } from "./cases/realm.ts";
import { userChanges } from "./cases/users.ts";
import { casesOf, listNoticedLate } from "./list-noticed-late.ts";
import { done, type Stage } from "./stage.ts";
import { Stages } from "./stages.ts";
import { listTables, storedRows } from "./stored-rows.ts";

const operatorKey = "k".repeat(32);

const stages = useWorld(() =>
  Stages.open({
    OPERATOR_PORT: "0",
    OPERATOR_KEYS: JSON.stringify([{ name: "test", key: operatorKey, scope: "write" }]),
    DELETION_LEAST_DAYS: "0",
  }),
);

describe("what a request changes (docs/behaviour/audit.md#what-is-written-down)", () => {
  test.for(casesOf({ ...realmChanges, ...userChanges }))(
    "the next request shows, and was told before, all that follows from $title, and the audit log has it",
    async (change, { expect }) => {
      expect(await listNoticedLate(await stages().next(), change)).toEqual([]);
    },
  );
});

/** Carries a command line of the operator out. */
async function realm({ product }: Stage, ...args: readonly string[]): Promise<string> {
  const config = configSchema.parse({
    OPERATOR_URL: `http://127.0.0.1:${product.usersService.operatorPort}`,
  });
  const lines = await run({ ...config, OPERATOR_KEY: new Secret(operatorKey) }, args);
  return lines.join("\n");
}

function subdomainOf({ host }: Person): string {
  return host.split(".", 1)[0] ?? "";
}

describe("deleting an organization (docs/hosting.md#deleting)", () => {
  test("every table names the organization that its rows are of, but for those of the installation", async ({
    expect,
  }) => {
    const { product } = await stages().next();
    const none = (await listTables(product)).filter(({ hasRealm }) => !hasRealm);
    // Whoever asks for a list of their organizations does not say in which they are; a new one does not exist yet.
    const known = [
      "migration",
      "outbox_term",
      "organization_list_request",
      "creation_invitation",
      "organization_creation",
      // Public keys by which exports of legal holds are checked.
      "signing_key",
    ];
    const named = none.map(({ name }) => name.split(".", 2)[1] ?? "");
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("a deletion is refused by the command line when it makes no sense", async ({ expect }) => {
    const stage = await stages().next();
    const address = subdomainOf(stage.owner);
    await expect(realm(stage, "delete", address)).rejects.toThrow(`--confirm ${address}`);
    const sure = [address, "--confirm", address];
    await expect(realm(stage, "delete", ...sure)).rejects.toThrow("Only a suspended organization");
    await expect(realm(stage, "delete", "nobody", "--confirm", "nobody")).rejects.toThrow(
      "There is no organization 'nobody'.",
    );
    for (const days of ["soon", "366", "1.5"])
      await expect(realm(stage, "delete", ...sure, "--in-days", days)).rejects.toThrow(
        "--in-days is a whole number up to 365.",
      );
    await realm(stage, "suspend", address);
    await expect(realm(stage, "delete", address, "--confirm", "other")).rejects.toThrow(
      `confirm must be '${address}'`,
    );
    expect(await realm(stage, "deletions")).toBe("No organization was deleted or is to be.");
    expect(await realm(stage, "delete", ...sure)).toContain("is deleted with everything");
    expect(await realm(stage, "list")).toContain("\tto be deleted at ");
    expect(await realm(stage, "deletions")).toContain(`\t${address}\tscheduled\tis deleted at `);
    expect(await realm(stage, "cancel-deletion", address)).toContain("It is still suspended.");
  });

  test("a deleted organization leaves nothing in any table, and another one keeps all that it has", async ({
    expect,
  }) => {
    const [gone, other] = [await stages().next(), await stages().next()];
    const { product } = gone;
    const [id, otherId] = [gone.realmId, other.realmId];
    for (const stage of [gone, other]) {
      const { client } = stage.owner;
      await done(client.post("/register", { event_types: ["message"] }));
      const messageId = await stage.send({ content: "@**Hook** hello" });
      await done(client.post(`/messages/${messageId}/reactions`, { emoji_name: "tada" }));
      await done(client.post("/users/me/status", { status_text: "here" }));
      await done(client.post("/register_client_device"));
    }
    await product.settle();
    const [had, before] = [await storedRows(product, id), await storedRows(product, otherId)];
    expect([...had.values()].filter(({ count }) => count > 0).length).toBeGreaterThan(45);
    const address = subdomainOf(gone.owner);
    await realm(gone, "suspend", address);
    await realm(gone, "delete", address, "--confirm", address, "--in-days", "0");
    await product.usersService.deletions.runNow();
    expect(await realm(gone, "deletions")).toMatch(
      new RegExp(`^${id}\t${address}\tdone\t.*\tnothing left in \\d+ places$`, "m"),
    );
    const left = [...(await storedRows(product, id))].filter(([, { count }]) => count > 0);
    expect(left.map(([name]) => name)).toEqual(["users.operator_action", "users.realm_deletion"]);
    // Processes go on telling every second what they have counted.
    const kept = await storedRows(product, otherId);
    const isStill = ([name]: readonly [string, unknown]) => name !== "users.request_count";
    expect([...kept].filter(isStill)).toEqual([...before].filter(isStill));
    expect(await gone.owner.client.get("/users/me")).not.toMatchObject({ result: "success" });
    await other.send({ content: "still here" });
  });
});
