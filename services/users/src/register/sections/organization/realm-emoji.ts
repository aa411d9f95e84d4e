import { rememberedFields, rowsOfOrganization } from "@team-chat/register";

import { presentEmoji } from "../../../present/realm-emoji.ts";
import { emojiRow, type EmojiRow, selectEmoji } from "../../../queries/organization/realm-emoji.ts";
import { registerSection, type Registration } from "../../registration/registration.ts";

/** The organization's own emoji, deactivated ones too. */
export const realmEmoji = registerSection({
  name: "realm_emoji",
  load: rowsOfOrganization({
    select: ({ realmId }) => selectEmoji(realmId),
    row: emojiRow,
    followsMemory: true,
  }),
  render,
  spectator: render,
});

function render(_: Registration, rows: readonly EmojiRow[]) {
  return rememberedFields(rows, "fields", () => ({ realm_emoji: presentEmoji(rows) }));
}
