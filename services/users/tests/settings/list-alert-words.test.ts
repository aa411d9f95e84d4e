import { addAlertWords, getUsersState, listAlertWords } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("listing alert words (docs/behaviour/users.md#alert-words)", () => {
  test("listing alert words shows one's own, also to other services, and none of others", async ({
    expect,
  }) => {
    const words = { alert_words: ["lunch", "deploy"] };
    await world().request(addAlertWords, "member", words);
    expect(await world().request(listAlertWords, "member", {})).toMatchObject(words);
    expect(await world().request(listAlertWords, "owner", {})).toMatchObject({ alert_words: [] });
    const { users } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
    const record = users.find(({ id }) => id === world().people.member.id);
    expect(record?.settings).toMatchObject({ ...words, muted_users: [] });
  });
});
