export { type UnicodeEmoji, unicodeEmoji } from "./unicode-emoji.ts";
