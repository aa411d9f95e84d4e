import express, { type Request, type Response, type Router } from "express";

import { factorsPath } from "../authentication/factors-path.ts";
import { logInPage } from "../pages/accounts/log-in-page.ts";
import { loggedOutPage } from "../pages/accounts/logged-out-page.ts";
import { secondFactorPath } from "../pages/accounts/second-factor-pages.ts";
import { ownPath } from "../requests/own-path.ts";
import type { LogIns } from "../serving/log-ins.ts";
import type { SignInCookies } from "./finish-sign-in.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { onlyMethods } from "./methods.ts";
import { refuseForm } from "./refusal-words.ts";
import { sendPage, showFormPage, voiceFor } from "./show-page.ts";

/** Parts of the page to log in. */
export interface LogInParts {
  readonly logIns: LogIns;
  /** Tells whether the page leads to where anybody creates an organization. */
  readonly leadsToCreation: (req: Request) => Promise<boolean>;
}

interface AccountParts extends LogInParts {
  readonly cookies: SignInCookies;
}

/** Makes the routes with which people log in and out with a browser (docs/behaviour/sessions.md). */
export function accountRoutes(parts: AccountParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route("/login")
    .get((req, res) => showLogIn(parts, { req, res }, { problem: "", username: "" }))
    .post(readForm, (req, res) => logIn(parts, req, res))
    .all(onlyMethods(["GET", "POST"]));
  routes
    .route("/logout")
    .post((req, res) => logOut(parts, req, res))
    .all(onlyMethods(["POST"]));
  return routes;
}

async function logIn(parts: AccountParts, req: Request, res: Response): Promise<void> {
  const form = req.body as Fields;
  const demo = textOf(form, "demo");
  const username = demo || textOf(form, "username");
  const password = demo === "" ? textOf(form, "password") : null;
  try {
    const next = ownPath(textOf(form, "next")).slice(0, 1000);
    const { isHalf, lacksFactor, token } = await parts.logIns.logIn(req, {
      username,
      password,
      next,
    });
    const cookie = isHalf ? parts.cookies.half : parts.cookies.session;
    res.setHeader("Set-Cookie", cookie.set(token));
    const whole = lacksFactor ? factorsPath : next;
    res.redirect(303, isHalf ? secondFactorPath : whole);
  } catch (error) {
    await showLogIn(parts, { req, res }, { problem: refuseForm(res, error), username });
  }
}

/** Ends the session, and forgets what the browser has kept; then leads to where else the person is logged out. */
async function logOut({ cookies, logIns }: AccountParts, req: Request, res: Response) {
  const token = cookies.session.read(req.headers.cookie);
  const { language, provider } = token === undefined ? {} : await logIns.logOut(req, token);
  res.setHeader("Set-Cookie", cookies.session.clear());
  res.setHeader("Clear-Site-Data", '"cache", "storage"');
  if (provider === undefined) res.redirect(303, "/login");
  else {
    const { settings } = await logIns.offer(req);
    res.setHeader("Referrer-Policy", "no-referrer");
    sendPage(loggedOutPage(voiceFor(req, settings, language), provider))(req, res, () => undefined);
  }
}

/** Reads why somebody is on the page who has not tried to log in yet. */
function reasonFor(req: Request): "passwordSet" | "sessionEnded" | null {
  if (textOf(req.query, "password_set") !== "") return "passwordSet";
  return textOf(req.query, "session_ended") === "" ? null : "sessionEnded";
}

/** Shows the page to log in. */
export async function showLogIn(
  { leadsToCreation, logIns }: LogInParts,
  { req, res }: { readonly req: Request; readonly res: Response },
  given: { readonly problem: string; readonly username: string },
): Promise<void> {
  const { closed, demoAccounts, settings } = await logIns.offer(req);
  const page = logInPage({
    ...given,
    closed,
    isCreationOpen: await leadsToCreation(req),
    voice: voiceFor(req, settings),
    takesPasswords: settings.email_auth_enabled,
    hasDirectory: settings.authentication_methods["ldap"] === true,
    providers: settings.external_authentication_methods,
    demoAccounts,
    next: textOf(req.body as Fields, "next") || textOf(req.query, "next"),
    reason: given.problem === "" ? reasonFor(req) : null,
  });
  showFormPage(res, page);
}
