import { z } from "zod";

import { keyword, upTo } from "../bounded-text.ts";
import { changedGroupSetting } from "../group-setting.ts";
import { json, type Param, text, word } from "../param.ts";
import { isLanguage } from "../settings/languages.ts";
import { realmPermissions } from "../users/permission-settings.ts";
import { type RealmSettings, realmSettings } from "../users/realm-settings.ts";
import { visibleName } from "../visible-name.ts";

/** A number of days or seconds, or a word for "without limit". */
const limited = (what: string) =>
  json(z.union([z.int(), keyword]).optional().describe(`${what}; \`unlimited\` without limit`));

/** Accepts ids that only have a meaning among those that clients are told of, and refuses others with the id. */
function known(name: string, ids: readonly number[], what: string) {
  const schema = z.int().superRefine((id, context) => {
    const message = `Invalid ${name} ${id}`;
    if (!ids.includes(id)) context.addIssue({ code: "custom", params: { message } });
  });
  return json(schema.optional().describe(what));
}

const orgTypes = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** Settings whose values in a request differ from what is stored. */
const special = {
  org_type: json(z.literal(orgTypes).optional().describe("Kind of organization; 0 unspecified")),
  digest_weekday: json(z.literal(weekdays).optional().describe("Day of digests; Monday is 0")),
  default_language: word(
    keyword
      .superRefine((code, context) => {
        const message = `Invalid language '${code}'`;
        if (!isLanguage(code)) context.addIssue({ code: "custom", params: { message } });
      })
      .optional()
      .describe("Language of new users and of notices"),
  ),
  welcome_message_custom_text: text(
    upTo(8000).optional().describe("Own text of the welcome message"),
  ),
  message_content_edit_limit_seconds: limited("Seconds for which content may be edited"),
  message_content_delete_limit_seconds: limited("Seconds for which own messages may be deleted"),
  move_messages_within_stream_limit_seconds: limited("Seconds for moves to another topic"),
  move_messages_between_streams_limit_seconds: limited("Seconds for moves to another channel"),
  message_retention_days: limited("Days that messages are kept"),
  giphy_rating: known("giphy_rating", [0, 1, 2, 3, 4], "Strictest rating of offered animations"),
  video_chat_provider: known(
    "video_chat_provider",
    [0, 1, 3, 4, 5, 6, 7, 8],
    "One of `realm_available_video_chat_providers`, 0 for no video calls",
  ),
  jitsi_server_url: word(upTo(200).optional().describe("Own video server, or `default`")),
} as const;

type Special = typeof special;
/** Not changed by requests. */
type Fixed = "default_external_accounts";
type Plain = {
  readonly [Name in Exclude<keyof RealmSettings, keyof Special | Fixed>]: Param<
    z.ZodType<RealmSettings[Name] | undefined>
  >;
};

const plain = Object.fromEntries(
  Object.entries(realmSettings.shape)
    .filter(([name]) => !(name in special) && name !== "default_external_accounts")
    .map(([name, schema]) => {
      const setting = schema.unwrap();
      const described = setting.optional().describe(schema.description ?? "");
      if (setting instanceof z.ZodString) return [name, text(described)];
      return [name, (setting instanceof z.ZodEnum ? word : json)(described)];
    }),
) as unknown as Plain;

type Permissions = {
  readonly [Name in keyof typeof realmPermissions]: Param<typeof changedGroupSetting>;
};

const permissions = Object.fromEntries(
  Object.keys(realmPermissions).map((name) => [
    name,
    json(changedGroupSetting.describe("Who has this permission")),
  ]),
) as unknown as Permissions;

/** Everything of an organization that `PATCH /realm` changes; what is absent stays as it is. */
export const realmParams = {
  name: text(
    visibleName("name", upTo(40, z.string().trim().min(1)))
      .optional()
      .describe("Name of the organization"),
  ),
  description: text(upTo(1000).optional().describe("What it is about, in Markdown")),
  ...plain,
  ...special,
  ...permissions,
} as const;
