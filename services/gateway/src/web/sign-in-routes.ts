import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import type { Organization } from "../pages/accounts/account-page.ts";
import type { LinkCookie } from "../requests/link-cookie.ts";
import type { SignIns } from "../serving/sign-ins.ts";
import { answerSignedIn, type SignInCookies } from "./finish-sign-in.ts";
import { textOf } from "./form-fields.ts";
import { onlyGet } from "./methods.ts";
import { ownPath } from "./own-path.ts";
import { refuseForm } from "./refusal-words.ts";

interface SignInParts {
  readonly signIns: SignIns;
  /** Keeps what a browser brings back from the provider. */
  readonly stateCookie: LinkCookie;
  readonly cookies: SignInCookies;
  readonly organization: (req: Request) => Promise<Organization>;
  /** Shows the page to log in again, with a problem. */
  readonly showLogIn: (req: Request, res: Response, problem: string) => Promise<void>;
}

/** Makes the routes with which people sign in with an identity provider (docs/behaviour/single-sign-on.md). */
export function signInRoutes(parts: SignInParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes.all("/accounts/login/openid/:provider", onlyGet, (req, res) => begin(parts, req, res));
  routes.all("/accounts/login/openid/:provider/callback", onlyGet, (req, res) =>
    complete(parts, req, res),
  );
  routes.all("/accounts/login/subdomain/:token", onlyGet, (req, res) => redeem(parts, req, res));
  return routes;
}

async function begin(parts: SignInParts, req: Request, res: Response): Promise<void> {
  const wanted = {
    providerId: String(req.params["provider"]),
    next: ownPath(textOf(req.query, "next")),
    mobileOtp: otpOf(req, "mobile_flow_otp"),
    desktopOtp: otpOf(req, "desktop_flow_otp"),
  };
  try {
    const { sealedState, url } = await parts.signIns.begin(req, wanted);
    res.setHeader("Set-Cookie", parts.stateCookie.set(sealedState));
    res.setHeader("Cache-Control", "no-store");
    res.redirect(303, url);
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
}

function otpOf(req: Request, name: string): string | null {
  return req.query[name] === undefined ? null : textOf(req.query, name);
}

/**
 * Logs a desktop app in. Its page leads here; a page of another site that does would log somebody in as somebody else.
 */
async function redeem(parts: SignInParts, req: Request, res: Response): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  try {
    checkLedBySelf(req);
    const done = await parts.signIns.redeem(req, String(req.params["token"]));
    res.setHeader("Set-Cookie", parts.cookies.session.set(done.token));
    res.redirect(303, ownPath(done.next));
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
}

/** @throws AUTHENTICATION_FAILED */
function checkLedBySelf({ headers }: Request): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin")
    throw new AppError("AUTHENTICATION_FAILED", "Sign in again, by the page of the app");
}

/** Signs in by what the provider said, and forgets it: the address, which has the code, is left at once. */
async function complete(parts: SignInParts, req: Request, res: Response): Promise<void> {
  const sealedState = parts.stateCookie.read(req.headers.cookie) ?? "";
  const query = req.originalUrl.split("?")[1] ?? "";
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Set-Cookie", parts.stateCookie.clear());
  try {
    const providerId = String(req.params["provider"]);
    const done = await parts.signIns.complete(req, { providerId, sealedState, query });
    await answerSignedIn(res, done, {
      cookies: parts.cookies,
      spent: parts.stateCookie,
      organization: () => parts.organization(req),
    });
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
}

/** Says what went wrong; that a provider does not answer is no reason to show nothing else. */
function problemOf(res: Response, error: unknown): string {
  if (!(error instanceof AppError) || error.code !== "SERVICE_UNAVAILABLE")
    return refuseForm(res, error);
  res.status(error.status);
  return `${error.message}.`;
}
