import { getUserStatus } from "./get-user-status.ts";
import { updateOwnStatus } from "./update-own-status.ts";
import { updateUserStatus } from "./update-user-status.ts";

export type { UserStatus } from "./user-status.ts";
export { getUserStatus, updateOwnStatus, updateUserStatus };

export const userStatusesOperations = [updateOwnStatus, getUserStatus, updateUserStatus] as const;
