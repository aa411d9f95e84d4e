import { describe, test } from "vitest";

import { useOwner } from "./in-process/use-owner.ts";

const owner = useOwner();
const rounds = 12;

describe("deactivating a group that somebody begins to use (docs/behaviour/api.md#concurrent-changes)", () => {
  test("a group is deactivated or used by a channel, when both are asked for at once, never both", async ({
    expect,
  }) => {
    const client = owner();
    const outcomes: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const group = { name: `group ${round}`, description: "", members: [] };
      const { group_id: id } = await client.post("/user_groups/create", group);
      const name = `channel ${round}`;
      const deactivate = () => client.post(`/user_groups/${Number(id)}/deactivate`);
      const use = () =>
        client.post("/channels/create", { name, subscribers: [], can_send_message_group: id });
      const [deactivated, used] = await (round % 2 === 0
        ? Promise.all([deactivate(), use()])
        : Promise.all([use(), deactivate()]).then(([second, first]) => [first, second]));
      outcomes.push(`${String(deactivated?.result)} ${String(used?.result)}`);
      if (used?.result === "error") expect(used.msg).toBe("User group is deactivated.");
      else expect(deactivated).toMatchObject({ code: "CANNOT_DEACTIVATE_GROUP_IN_USE" });
    }
    const one = ["error success", "success error"];
    expect(outcomes.filter((outcome) => !one.includes(outcome))).toEqual([]);
  });
});
