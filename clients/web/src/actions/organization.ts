import type { updateRealm as contract } from "@team-chat/contract";

import { type Given } from "../api/address.ts";
import { call } from "../api/call.ts";
import { updateRealm } from "../api/page-operations.ts";
import type { Client } from "../live/client.ts";
import type { OrganizationSetting } from "../state/organization-settings.ts";
import type { ServerEvent } from "../state/state.ts";
import { changeAtOnce } from "./change-at-once.ts";

function changed(name: string, value: unknown): ServerEvent {
  return { type: "realm", op: "update_dict", property: "default", data: { [name]: value } };
}

/** Changes a setting of the organization, of which null is without limit. @throws Refusal */
export async function changeOrganization(
  client: Client,
  name: OrganizationSetting,
  value: boolean | number | string | null,
): Promise<void> {
  const before = client.state.peek().organization.settings[name];
  const events = { now: changed(name, value), back: changed(name, before) };
  const asked = { [name]: value ?? "unlimited" } as Given<typeof contract>;
  await changeAtOnce(client, events, () => call(updateRealm, asked));
}

/** Gives a permission of the organization to a group. @throws Refusal */
export async function permit(client: Client, name: string, groupId: number): Promise<void> {
  const before = client.state.peek().organization.permissions[name];
  const events = { now: changed(name, groupId), back: changed(name, before) };
  const asked = { [name]: { new: groupId } } as Given<typeof contract>;
  await changeAtOnce(client, events, () => call(updateRealm, asked));
}
