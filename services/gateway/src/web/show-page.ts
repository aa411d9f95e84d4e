import { findLanguage, type LanguageCode, languageCodes } from "@team-chat/html";
import type { Request, RequestHandler, Response } from "express";

import type { Page } from "../pages/page.ts";
import { ownVoice, type Voice, voiceOf } from "../pages/texts/voice.ts";
import type { PublicSettings } from "../serving/visits.ts";

/** Lets browsers that show a document without styles of its own add theirs. */
const defaultAllows = "style-src 'unsafe-inline'";

/** Sends a page, with the policy that says what it may load and do. */
export function sendPage({
  allows = defaultAllows,
  isInLanguages,
  isSecret,
  text,
  type,
}: Page): RequestHandler {
  const body = Buffer.from(text);
  const headers = {
    "Content-Type": type,
    "Content-Security-Policy": `default-src 'none'; ${allows}; base-uri 'none'; frame-ancestors 'none'`,
    // A browser asks each time whether its copy is current; the answer is 304 while the ETag is the same.
    "Cache-Control": isSecret === true ? "no-store" : "no-cache",
  };
  return (_req, res) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    if (isInLanguages === true) res.vary("Accept-Language");
    res.send(body);
  };
}

/** Sends a page that has a form: its browser names the origin in what the form sends, and tells no other site of it. */
export function showFormPage(res: Response, page: Page): void {
  res.setHeader("Referrer-Policy", "same-origin");
  sendPage(page)(res.req, res, () => undefined);
}

/** Returns how pages of the organization speak to whoever asks for them, by their own language where it is known. */
export function voiceFor(req: Request, settings: PublicSettings, ownLanguage?: string): Voice {
  const {
    realm_default_language: byDefault,
    realm_icon: icon = "",
    realm_name: name = "",
  } = settings;
  return voiceOf(languageFor(req, { ownLanguage, byDefault }), { name, icon });
}

/** Returns how pages of the installation speak to whoever asks for them. */
export function ownVoiceFor(req: Request): Voice {
  return ownVoice(languageFor(req, {}));
}

interface Preferences {
  /** The person's, as `default_language` has it. */
  readonly ownLanguage?: string | undefined;
  /** The organization's, as `realm_default_language` has it. */
  readonly byDefault?: string | undefined;
}

/** Chooses the language of a page (docs/behaviour/languages.md#pages). */
function languageFor(req: Request, { byDefault, ownLanguage }: Preferences): LanguageCode {
  const own = findLanguage(ownLanguage);
  if (own !== null) return own;
  const first = findLanguage(byDefault) ?? "en";
  // Whoever takes every language, or does not say, gets the first.
  const accepted = req.acceptsLanguages([...new Set([first, ...languageCodes])]);
  return accepted === false ? first : (findLanguage(accepted) ?? first);
}
