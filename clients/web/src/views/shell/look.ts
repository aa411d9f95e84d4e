import { show24Hours, changeLanguage } from "../../texts/texts.ts";

/** How everything is shown. */
export interface Look {
  /** Empty for that of the system. */
  readonly theme: "" | "dark" | "light";
  readonly sizePx: number;
  readonly linePercent: number;
  readonly language: string;
  readonly has24Hours: boolean;
}

const storageKey = "look";
const themes: Readonly<Record<number, Look["theme"]>> = { 2: "dark", 3: "light" };

/** Reads out of one's settings how everything is shown. */
export function lookOf(settings: Readonly<Record<string, unknown>>): Look {
  return {
    theme: themes[Number(settings["color_scheme"])] ?? "",
    sizePx: Number(settings["web_font_size_px"]),
    linePercent: Number(settings["web_line_height_percent"]),
    language: String(settings["default_language"]),
    has24Hours: settings["twenty_four_hour_time"] === true,
  };
}

/** Shows everything as a look says; the language once its texts are there. */
export async function applyLook(look: Look): Promise<void> {
  const { dataset, style } = document.documentElement;
  if (look.theme === "") delete dataset["theme"];
  else dataset["theme"] = look.theme;
  style.setProperty("--size", `${String(look.sizePx)}px`);
  style.setProperty("--line-height", String(look.linePercent / 100));
  show24Hours(look.has24Hours);
  try {
    await changeLanguage(look.language);
  } catch {
    // Its texts cannot be loaded: the language stays the one before.
  }
}

/** Keeps a look for the moment before the settings are there. */
export function rememberLook(look: Look): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(look));
  } catch {
    // The browser keeps nothing, or is full: the settings come from the server in a moment.
  }
}

/** Returns the look of the last time; null when there is none. */
export function rememberedLook(): Look | null {
  const kept = localStorage.getItem(storageKey);
  return kept === null ? null : (JSON.parse(kept) as Look);
}
