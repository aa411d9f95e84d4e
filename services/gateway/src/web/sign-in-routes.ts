import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import type { LinkCookie } from "../requests/link-cookie.ts";
import type { SessionCookie } from "../requests/session-cookie.ts";
import type { SignIns } from "../serving/sign-ins.ts";
import { textOf } from "./form-fields.ts";
import { onlyGet } from "./methods.ts";
import { ownPath } from "./own-path.ts";
import { refuseForm } from "./refusal-words.ts";

interface SignInParts {
  readonly signIns: SignIns;
  /** Keeps what a browser brings back from the provider. */
  readonly stateCookie: LinkCookie;
  readonly cookie: SessionCookie;
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
  return routes;
}

async function begin(parts: SignInParts, req: Request, res: Response): Promise<void> {
  const given = req.query["mobile_flow_otp"];
  const wanted = {
    providerId: String(req.params["provider"]),
    next: ownPath(textOf(req.query, "next")),
    mobileOtp: given === undefined ? null : textOf(req.query, "mobile_flow_otp"),
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

/** Signs in by what the provider said, and forgets it: the address, which has the code, is left at once. */
async function complete(parts: SignInParts, req: Request, res: Response): Promise<void> {
  const sealedState = parts.stateCookie.read(req.headers.cookie) ?? "";
  const query = req.originalUrl.split("?")[1] ?? "";
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Set-Cookie", parts.stateCookie.clear());
  try {
    const providerId = String(req.params["provider"]);
    const done = await parts.signIns.complete(req, { providerId, sealedState, query });
    if (done.kind === "session") {
      res.setHeader("Set-Cookie", [parts.stateCookie.clear(), parts.cookie.set(done.token)]);
      res.redirect(303, ownPath(done.next));
    } else res.redirect(303, done.url);
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
