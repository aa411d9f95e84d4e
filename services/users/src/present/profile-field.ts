import type { ProfileFieldObject } from "@team-chat/contract";

import type { ProfileField } from "../queries/profile-fields/profile-fields.ts";

/** Presents a field as clients see it; `order` counts from 1. */
export function presentField(field: ProfileField, index: number): ProfileFieldObject {
  return {
    id: field.id,
    type: field.kind,
    order: index + 1,
    name: field.name,
    hint: field.hint,
    field_data: field.data,
    display_in_profile_summary: field.inSummary,
    required: field.required,
    editable_by_user: field.editable,
  };
}
