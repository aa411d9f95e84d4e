export { type CustomEmoji, findActiveEmoji, resolveCustomEmoji } from "./custom-emoji.ts";
export { findEmojiByCode, findEmojiByName, type NamedEmoji, prepareEmoji } from "./find-emoji.ts";
export { listUnicodeEmoji, type UnicodeEmoji } from "./unicode-emoji.ts";
