import { profileFieldTypes } from "@team-chat/contract";
import { rememberedFields, rowsOfOrganization } from "@team-chat/register";

import { presentField } from "../../../present/profile-field.ts";
import { fieldRow, selectFields } from "../../../queries/profile-fields/profile-fields.ts";
import { registerSection } from "../../registration/registration.ts";

/** Custom profile fields, which people without an account are not shown. */
export const customProfileFields = registerSection({
  name: "custom_profile_fields",
  load: rowsOfOrganization({
    select: ({ realmId }) => selectFields(realmId),
    row: fieldRow,
    followsMemory: true,
  }),
  render: (_, rows) =>
    rememberedFields(rows, "fields", () => ({
      custom_profile_fields: rows.map(presentField),
      custom_profile_field_types: profileFieldTypes,
    })),
  spectator: { custom_profile_fields: [] },
});
