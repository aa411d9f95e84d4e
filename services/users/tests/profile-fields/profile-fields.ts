import { createProfileField, listProfileFields } from "@team-chat/contract";
import type { ParamInputs } from "@team-chat/rpc";

import type { World } from "../world.ts";

/** Creates a field of a kind, perhaps with more about it, as the owner, and gives its id. */
export async function addField(
  world: World,
  name: string,
  field: number | Omit<ParamInputs<typeof createProfileField.params>, "name">,
): Promise<number> {
  const more = typeof field === "number" ? { field_type: field } : field;
  return (await world.request("owner", createProfileField, { name, ...more })).id;
}

/** The names of all fields in order. */
export async function fieldNames(world: World): Promise<readonly string[]> {
  const { custom_fields: fields } = await world.request("guest", listProfileFields, {});
  return fields.map(({ name }) => name);
}
