import { deactivateRealmEmoji } from "./deactivate-realm-emoji.ts";
import { getRealmEmojiImage } from "./get-realm-emoji-image.ts";
import { listRealmEmoji } from "./list-realm-emoji.ts";
import { uploadRealmEmoji } from "./upload-realm-emoji.ts";

export { maxEmojiBytes, realmEmojiMap } from "./realm-emoji.ts";
export { deactivateRealmEmoji, getRealmEmojiImage, listRealmEmoji, uploadRealmEmoji };

export const emojiOperations = [
  listRealmEmoji,
  uploadRealmEmoji,
  deactivateRealmEmoji,
  getRealmEmojiImage,
] as const;
