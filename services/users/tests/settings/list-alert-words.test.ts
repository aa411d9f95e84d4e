import { addAlertWords, getUsersState, listAlertWords } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("listing alert words (docs/behaviour/users.md#alert-words)", () => {
  test("listing alert words shows one's own, also to other services, and none of others", async ({
    expect,
  }) => {
    const words = { alert_words: ["lunch", "deploy"] };
    await world().request("alice", addAlertWords, words);
    expect(await world().request("alice", listAlertWords, {})).toMatchObject(words);
    expect(await world().request("owner", listAlertWords, {})).toMatchObject({ alert_words: [] });
    const { users } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
    const record = users.find(({ id }) => id === world().people.alice.id);
    expect(record?.settings).toMatchObject({ ...words, muted_users: [] });
  });
});
