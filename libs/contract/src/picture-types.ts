/** Media types of the pictures that people may upload as avatars and emoji. */
export const pictureTypes = ["image/gif", "image/jpeg", "image/png", "image/webp"] as const;
