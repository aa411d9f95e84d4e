import type { UserSettings } from "@team-chat/contract";

import { call } from "../api/call.ts";
import { updateSettings } from "../api/page-operations.ts";
import type { Client } from "../live/client.ts";
import type { ServerEvent } from "../state/state.ts";
import { changeAtOnce } from "./change-at-once.ts";

/** Changes one of one's settings. @throws Refusal */
export async function changeSetting<Name extends keyof UserSettings>(
  client: Client,
  name: Name,
  value: UserSettings[Name],
): Promise<void> {
  const before = client.state.peek().settings[name] as UserSettings[Name];
  const event = (to: UserSettings[Name]): ServerEvent => ({
    type: "user_settings",
    op: "update",
    property: name,
    value: to,
  });
  const change = { now: event(value), back: event(before) };
  await changeAtOnce(client, change, () => call(updateSettings, { [name]: value }));
}
