import { createProfileField } from "./create-profile-field.ts";
import { deleteProfileField } from "./delete-profile-field.ts";
import { listProfileFields } from "./list-profile-fields.ts";
import { removeProfileData } from "./remove-profile-data.ts";
import { reorderProfileFields } from "./reorder-profile-fields.ts";
import { updateProfileData } from "./update-profile-data.ts";
import { updateProfileField } from "./update-profile-field.ts";

export { externalAccounts } from "./external-accounts.ts";
export { type ProfileFieldObject, profileFieldTypes } from "./profile-field.ts";
export {
  createProfileField,
  deleteProfileField,
  listProfileFields,
  removeProfileData,
  reorderProfileFields,
  updateProfileData,
  updateProfileField,
};

export const profileFieldsOperations = [
  listProfileFields,
  createProfileField,
  reorderProfileFields,
  updateProfileField,
  deleteProfileField,
  updateProfileData,
  removeProfileData,
] as const;
