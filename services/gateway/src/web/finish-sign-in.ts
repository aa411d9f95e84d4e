import type { completeSignIn } from "@team-chat/contract";
import type { Response } from "express";
import type { z } from "zod";

import { factorsPath } from "../authentication/factors-path.ts";
import { desktopPage } from "../pages/accounts/desktop-page.ts";
import { secondFactorPath } from "../pages/accounts/second-factor-pages.ts";
import type { Voice } from "../pages/texts/voice.ts";
import type { LinkCookie } from "../requests/link-cookie.ts";
import { ownPath } from "../requests/own-path.ts";
import type { SessionCookie } from "../requests/session-cookie.ts";
import { showFormPage } from "./show-page.ts";

/** Cookies of people who log in. */
export interface SignInCookies {
  readonly session: SessionCookie;
  /** Keeps the token of a sign-in that lacks the second factor. */
  readonly half: LinkCookie;
}

interface Finishing {
  readonly cookies: SignInCookies;
  /** Cookies of what has led here, which are of no use any more. */
  readonly spent?: readonly LinkCookie[];
  /** Makes the voice of a page for somebody whose language that is. */
  readonly voice: (language?: string) => Promise<Voice>;
}

/** Answers whoever was signed in: with a session, with what their app waits for, or with the next step. */
export async function answerSignedIn(
  res: Response,
  done: z.output<typeof completeSignIn.output>,
  { cookies, voice, spent = [] }: Finishing,
): Promise<void> {
  const cleared = spent.map((cookie) => cookie.clear());
  res.setHeader("Cache-Control", "no-store");
  if (cleared.length > 0) res.setHeader("Set-Cookie", cleared);
  switch (done.kind) {
    case "half":
      res.setHeader("Set-Cookie", [...cleared, cookies.half.set(done.token)]);
      res.redirect(303, secondFactorPath);
      return;
    case "session":
      res.setHeader("Set-Cookie", [...cleared, ...cookies.session.set(done.token)]);
      res.redirect(303, done.lacksFactor ? factorsPath : ownPath(done.next));
      return;
    case "desktop":
      showFormPage(res, desktopPage(await voice(done.language), done.sealedToken));
      return;
    case "app":
      res.redirect(303, done.url);
  }
}
