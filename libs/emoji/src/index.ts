export { type CustomEmoji, findActiveEmoji, resolveCustomEmoji } from "./custom-emoji.ts";
export { findEmojiByCode, findEmojiByName, type NamedEmoji } from "./find-emoji.ts";
export { type UnicodeEmoji, unicodeEmoji } from "./unicode-emoji.ts";
