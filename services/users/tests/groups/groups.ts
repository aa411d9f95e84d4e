import {
  createUserGroup,
  getUsersState,
  type GroupRecord,
  listUserGroups,
} from "@team-chat/contract";
import type { ParamInputs } from "@team-chat/rpc";

import type { Name } from "../people.ts";
import type { World } from "../world.ts";

/** Steps that many tests of groups need. */
export class Groups {
  readonly #world: () => World;

  constructor(world: () => World) {
    this.#world = world;
  }

  /** A new group, made by Alice unless somebody else is named. */
  async add(
    name: string,
    change: Partial<ParamInputs<typeof createUserGroup.params>> = {},
    as: Name = "alice",
  ): Promise<number> {
    const params = { name, description: "", members: [], ...change };
    return (await this.#world().request(as, createUserGroup, params)).group_id;
  }

  async system(name: string): Promise<number> {
    return (await this.all()).find((group) => group.name === name)?.id ?? -1;
  }

  async all() {
    const params = { include_deactivated_groups: true };
    return (await this.#world().request("owner", listUserGroups, params)).user_groups;
  }

  async one(id: number) {
    const group = (await this.all()).find((candidate) => candidate.id === id);
    if (group === undefined) throw new Error(`There is no group ${id}.`);
    return group;
  }

  /** The group as other services know it. */
  async record(id: number): Promise<GroupRecord | undefined> {
    const input = { realmId: this.#world().realm.id, since: 0 };
    const { groups } = await this.#world().call(getUsersState, input);
    return groups.find((group) => group.id === id);
  }
}
