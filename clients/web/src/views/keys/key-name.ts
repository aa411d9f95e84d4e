import { t } from "../../texts/texts.ts";

/** Shows a key as it is written on the reader's keyboard. */
export function keyName(key: string): string {
  if (key === " ") return t("keys.space");
  const command = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";
  return key.startsWith("Ctrl ") ? `${command} ${key.slice(5).toUpperCase()}` : key;
}
