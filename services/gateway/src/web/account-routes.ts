import express, { type Request, type Response, type Router } from "express";

import { logInPage } from "../pages/accounts/log-in-page.ts";
import type { SessionCookie } from "../requests/session-cookie.ts";
import type { LogIns } from "../serving/log-ins.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { onlyMethods } from "./methods.ts";
import { ownPath } from "./own-path.ts";
import { refuseForm } from "./refusal-words.ts";
import { organizationOf, showFormPage } from "./show-page.ts";

interface AccountParts {
  readonly logIns: LogIns;
  readonly cookie: SessionCookie;
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
    const token = await parts.logIns.logIn(req, { username, password });
    res.setHeader("Set-Cookie", parts.cookie.set(token));
    res.redirect(303, ownPath(textOf(form, "next")));
  } catch (error) {
    await showLogIn(parts, { req, res }, { problem: refuseForm(res, error), username });
  }
}

/** Ends the session, and forgets what the browser has kept. */
async function logOut({ cookie, logIns }: AccountParts, req: Request, res: Response) {
  const token = cookie.read(req.headers.cookie);
  if (token !== undefined) await logIns.logOut(req, token);
  res.setHeader("Set-Cookie", cookie.clear());
  res.setHeader("Clear-Site-Data", '"cache", "storage"');
  res.redirect(303, "/login");
}

/** Shows the page to log in. */
export async function showLogIn(
  { logIns }: AccountParts,
  { req, res }: { readonly req: Request; readonly res: Response },
  given: { readonly problem: string; readonly username: string },
): Promise<void> {
  const { closed, demoAccounts, settings } = await logIns.offer(req);
  const page = logInPage({
    ...given,
    closed,
    organization: organizationOf(settings),
    takesPasswords: settings.email_auth_enabled,
    providers: settings.external_authentication_methods,
    demoAccounts,
    next: textOf(req.body as Fields, "next") || textOf(req.query, "next"),
    hasNewPassword: given.problem === "" && textOf(req.query, "password_set") !== "",
  });
  showFormPage(res, page);
}
