import { muteUser } from "./mute-user.ts";
import { unmuteUser } from "./unmute-user.ts";

export { muteUser, unmuteUser };

export const mutedUsersOperations = [muteUser, unmuteUser] as const;
