import { AppError } from "@team-chat/errors";
import type { Request, Response } from "express";

import type { Voice } from "../pages/texts/voice.ts";
import type { LinkCookie } from "../requests/link-cookie.ts";
import { noteRefusal } from "../requests/noted-refusal.ts";
import { ownPath } from "../requests/own-path.ts";
import type { WantedSignIn } from "../serving/sign-ins.ts";
import type { SignInCookies } from "./finish-sign-in.ts";
import { textOf } from "./form-fields.ts";
import { refuseForm } from "./refusal-words.ts";

/** Cookies and pages of people who sign in with an identity provider. */
export interface SignInPages {
  /** Keeps what a browser brings back from the provider. */
  readonly stateCookie: LinkCookie;
  readonly cookies: SignInCookies;
  /** Makes the voice of a page for somebody whose language that is. */
  readonly voice: (req: Request, language?: string) => Promise<Voice>;
  /** Shows the page to log in again, with a problem. */
  readonly showLogIn: (req: Request, res: Response, problem: string) => Promise<void>;
}

/** Reads with which provider of the path somebody signs in, and what follows. */
export function wantedOf(req: Request): WantedSignIn {
  return { providerId: String(req.params["provider"]), ...wantedFrom(req) };
}

/** Reads from the query what follows a sign-in. */
export function wantedFrom(req: Request): Omit<WantedSignIn, "providerId"> {
  return {
    next: ownPath(textOf(req.query, "next")).slice(0, 1000),
    mobileOtp: otpOf(req, "mobile_flow_otp"),
    desktopOtp: otpOf(req, "desktop_flow_otp"),
  };
}

function otpOf(req: Request, name: string): string | null {
  return req.query[name] === undefined ? null : textOf(req.query, name);
}

/** Says what went wrong; that a provider does not answer is no reason to show nothing else. */
export function problemOf(res: Response, error: unknown): string {
  if (!(error instanceof AppError) || error.code !== "SERVICE_UNAVAILABLE")
    return refuseForm(res, error);
  res.status(error.status);
  noteRefusal(res, error);
  return `${error.message}.`;
}
