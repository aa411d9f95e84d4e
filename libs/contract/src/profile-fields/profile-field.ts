import { z } from "zod";

import { mapUpTo } from "../bounded-map.ts";
import { keyword, line, upTo } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { json, pathId, text } from "../param.ts";
import { visibleName } from "../visible-name.ts";

/** The values of a field's `type`. */
export const profileFieldTypes = {
  SHORT_TEXT: { id: 1, name: "Text (short)" },
  LONG_TEXT: { id: 2, name: "Text (long)" },
  SELECT: { id: 3, name: "List of options" },
  DATE: { id: 4, name: "Date" },
  URL: { id: 5, name: "Link" },
  USER: { id: 6, name: "Users" },
  EXTERNAL_ACCOUNT: { id: 7, name: "External account" },
  PRONOUNS: { id: 8, name: "Pronouns" },
} as const;

/** A custom profile field (docs/behaviour/organization.md#custom-profile-fields). */
export const profileFieldObject = z.object({
  id: z.int().describe("Unique id"),
  type: z.int().describe("Kind of field, 1 to 8"),
  order: z.int().describe("Place in profiles, from 1"),
  name: z.string().describe("What it is called"),
  hint: z.string().describe("What to fill in"),
  field_data: z.string().describe("JSON: choices, or the kind of external account; else empty"),
  display_in_profile_summary: z.boolean().describe("Shown in the short form of profiles"),
  required: z.boolean().describe("Whether clients ask for it"),
  editable_by_user: z.boolean().describe("Whether users fill it in themselves"),
});

export type ProfileFieldObject = z.infer<typeof profileFieldObject>;

export const fieldIdParam = pathId("The field");

export const fieldName = visibleName("name", upTo(40, z.string().trim())).describe(
  "What it is called",
);
export const fieldHint = visibleName("hint", upTo(80, z.string().trim())).describe(
  "What to fill in",
);
/** Choices by their key, or the kind of external account. */
export const fieldData = mapUpTo(
  listLimits.choices,
  keyword,
  z.union([line, z.object({ text: line, order: keyword })]),
).describe("Choices by key (`text`, `order`), or `subtype` and `url_pattern`");

export const fieldFlags = {
  display_in_profile_summary: json(
    z
      .boolean()
      .optional()
      .describe("Show it in the short form of profiles; for two fields at most"),
  ),
  required: json(z.boolean().optional().describe("Have clients ask for it")),
  editable_by_user: json(z.boolean().optional().describe("Let users fill it in themselves")),
} as const;

export const optionalFieldTexts = {
  name: text(fieldName.optional()),
  hint: text(fieldHint.optional()),
  field_data: json(fieldData.optional()),
} as const;
