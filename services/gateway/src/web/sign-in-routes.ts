import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import { ownPath } from "../requests/own-path.ts";
import type { SignIns } from "../serving/sign-ins.ts";
import { answerSignedIn } from "./finish-sign-in.ts";
import { onlyGet } from "./methods.ts";
import { problemOf, type SignInPages, wantedOf } from "./sign-in-pages.ts";

interface SignInParts extends SignInPages {
  readonly signIns: SignIns;
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
  try {
    const { sealedState, url } = await parts.signIns.begin(req, wantedOf(req));
    res.setHeader("Set-Cookie", parts.stateCookie.set(sealedState));
    res.setHeader("Cache-Control", "no-store");
    res.redirect(303, url);
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
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
      spent: [parts.stateCookie],
      voice: (language) => parts.voice(req, language),
    });
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
}
