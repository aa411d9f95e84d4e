import type { Calls } from "./calls.ts";

interface Provider {
  readonly name: string;
  /** Value of the organization's `video_chat_provider`. */
  readonly id: number;
}

/**
 * Returns the providers that organizations may choose, by the name that clients know them by; the installation has one
 * kind of Zoom at most.
 */
export function availableProviders(calls: Calls): Readonly<Record<string, Provider>> {
  return {
    disabled: { name: "None", id: 0 },
    ...(calls.jitsiUrl !== null && { jitsi_meet: { name: "Jitsi Meet", id: 1 } }),
    ...(calls.oauth.zoom && { zoom: { name: "Zoom", id: 3 } }),
    ...(calls.bigBlueButton && { big_blue_button: { name: "BigBlueButton", id: 4 } }),
    ...(calls.zoomAccount && { zoom_server_to_server: { name: "Zoom", id: 5 } }),
    ...(calls.constructorGroups && { constructor_groups: { name: "Constructor Groups", id: 6 } }),
    ...(calls.nextcloudTalk && { nextcloud_talk: { name: "Nextcloud Talk", id: 7 } }),
    ...(calls.oauth.webex && { webex: { name: "Webex", id: 8 } }),
  };
}
