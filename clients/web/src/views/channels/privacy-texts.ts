import type { Privacy } from "../../state/channels.ts";
import type { TextName } from "../../texts/texts.ts";

/** Says who reads a channel. */
export const privacyTexts = {
  webPublic: "channels.webPublic",
  public: "channels.public",
  shared: "channels.shared",
  protected: "channels.protected",
} as const satisfies Record<Privacy, TextName>;
