/** MiB that an uploaded picture of a user may have. */
export const maxAvatarMib = 5;
