import { type Secret, secret } from "@team-chat/config";
import { z } from "zod";

const address = () =>
  z
    .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
    .transform((url) => url.replace(/\/+$/, ""));

/**
 * Variables with the addresses of call providers and our credentials there. Each provider is offered when all of its
 * variables are set.
 */
export const callFields = {
  JITSI_SERVER_URL: z
    .union([z.literal("none"), address()])
    .default("https://meet.jit.si")
    .describe("Jitsi Meet server of organizations that have no own; `none` for no Jitsi calls"),
  BIG_BLUE_BUTTON_URL: address()
    .optional()
    .describe("BigBlueButton server, up to and with `/bigbluebutton`"),
  BIG_BLUE_BUTTON_SECRET: secret().optional().describe("The server's shared secret"),
  NEXTCLOUD_SERVER: address().optional().describe("Nextcloud server with the app Talk"),
  NEXTCLOUD_TALK_USERNAME: z.string().optional().describe("Nextcloud user who makes rooms"),
  NEXTCLOUD_TALK_PASSWORD: secret().optional().describe("An app password of that user"),
  CONSTRUCTOR_GROUPS_URL: address()
    .optional()
    .describe("API of Constructor Groups, up to and with `/xapi`"),
  CONSTRUCTOR_GROUPS_ACCESS_KEY: secret().optional().describe("Access key of that API"),
  CONSTRUCTOR_GROUPS_SECRET_KEY: secret().optional().describe("Secret key of that API"),
  VIDEO_ZOOM_CLIENT_ID: z.string().optional().describe("Client id of a Zoom app"),
  VIDEO_ZOOM_CLIENT_SECRET: secret().optional().describe("Client secret of that app"),
  VIDEO_ZOOM_SERVER_TO_SERVER_ACCOUNT_ID: z
    .string()
    .optional()
    .describe("Account id, when that app is a server-to-server one: users then need not agree"),
  VIDEO_ZOOM_API_URL: address().default("https://api.zoom.us").describe("Zoom's API"),
  VIDEO_ZOOM_OAUTH_URL: address().default("https://zoom.us").describe("Where Zoom gives tokens"),
  VIDEO_WEBEX_CLIENT_ID: z.string().optional().describe("Client id of a Webex integration"),
  VIDEO_WEBEX_CLIENT_SECRET: secret().optional().describe("Client secret of that integration"),
  VIDEO_WEBEX_API_URL: address().default("https://webexapis.com/v1").describe("Webex' API"),
};

/** The values of `callFields`. */
export interface CallVariables {
  readonly JITSI_SERVER_URL: string;
  readonly BIG_BLUE_BUTTON_URL?: string | undefined;
  readonly BIG_BLUE_BUTTON_SECRET?: Secret | undefined;
  readonly NEXTCLOUD_SERVER?: string | undefined;
  readonly NEXTCLOUD_TALK_USERNAME?: string | undefined;
  readonly NEXTCLOUD_TALK_PASSWORD?: Secret | undefined;
  readonly CONSTRUCTOR_GROUPS_URL?: string | undefined;
  readonly CONSTRUCTOR_GROUPS_ACCESS_KEY?: Secret | undefined;
  readonly CONSTRUCTOR_GROUPS_SECRET_KEY?: Secret | undefined;
  readonly VIDEO_ZOOM_CLIENT_ID?: string | undefined;
  readonly VIDEO_ZOOM_CLIENT_SECRET?: Secret | undefined;
  readonly VIDEO_ZOOM_SERVER_TO_SERVER_ACCOUNT_ID?: string | undefined;
  readonly VIDEO_ZOOM_API_URL: string;
  readonly VIDEO_ZOOM_OAUTH_URL: string;
  readonly VIDEO_WEBEX_CLIENT_ID?: string | undefined;
  readonly VIDEO_WEBEX_CLIENT_SECRET?: Secret | undefined;
  readonly VIDEO_WEBEX_API_URL: string;
}

/** Variables that are all set or none: a provider with half of them would only fail when somebody calls. */
const together: readonly (readonly (keyof CallVariables)[])[] = [
  ["BIG_BLUE_BUTTON_URL", "BIG_BLUE_BUTTON_SECRET"],
  ["NEXTCLOUD_SERVER", "NEXTCLOUD_TALK_USERNAME", "NEXTCLOUD_TALK_PASSWORD"],
  ["CONSTRUCTOR_GROUPS_URL", "CONSTRUCTOR_GROUPS_ACCESS_KEY", "CONSTRUCTOR_GROUPS_SECRET_KEY"],
  ["VIDEO_ZOOM_CLIENT_ID", "VIDEO_ZOOM_CLIENT_SECRET"],
  ["VIDEO_WEBEX_CLIENT_ID", "VIDEO_WEBEX_CLIENT_SECRET"],
];

/** Returns the variables that are missing because others of the same provider are set. */
export function missingCallVariables(given: CallVariables): readonly string[] {
  const half = together.filter((names) => names.some((name) => given[name] !== undefined));
  const missing = half.flat().filter((name) => given[name] === undefined);
  const { VIDEO_ZOOM_CLIENT_ID: zoom, VIDEO_ZOOM_SERVER_TO_SERVER_ACCOUNT_ID: account } = given;
  return account !== undefined && zoom === undefined
    ? [...missing, "VIDEO_ZOOM_CLIENT_ID"]
    : missing;
}
