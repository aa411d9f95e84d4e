import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import { logInPage } from "../pages/log-in-page.ts";
import type { SessionCookie } from "../requests/session-cookie.ts";
import type { LogIns } from "../serving/log-ins.ts";
import { onlyMethods } from "./methods.ts";
import { sendPage } from "./send-page.ts";

interface AccountParts {
  readonly logIns: LogIns;
  readonly cookie: SessionCookie;
}

/** Fields of a form as they came. */
type Form = Readonly<Record<string, unknown>> | undefined;

const readForm = express.urlencoded({ extended: false, limit: "16kb", parameterLimit: 20 });

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
  const form = req.body as Form;
  const demo = textOf(form, "demo");
  const username = demo || textOf(form, "username");
  const password = demo === "" ? textOf(form, "password") : null;
  try {
    const token = await parts.logIns.logIn(req, { username, password });
    res.setHeader("Set-Cookie", parts.cookie.set(token));
    res.redirect(303, ownPath(textOf(form, "next")));
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error.code === "NONEXISTENT_SUBDOMAIN" || error.code === "CSRF_FAILED") throw error;
    res.status(error.status);
    if (error.code === "RATE_LIMIT_HIT") res.setHeader("Retry-After", waitSeconds(error));
    await showLogIn(parts, { req, res }, { problem: wordsOf(error), username });
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

async function showLogIn(
  { logIns }: AccountParts,
  { req, res }: { readonly req: Request; readonly res: Response },
  { problem, username }: { readonly problem: string; readonly username: string },
): Promise<void> {
  const { demoAccounts, settings } = await logIns.offer(req);
  const page = logInPage({
    realmName: settings.realm_name ?? "",
    takesPasswords: settings.email_auth_enabled,
    demoAccounts,
    problem,
    username,
    next: textOf(req.body as Form, "next") || textOf(req.query, "next"),
  });
  // A form names its origin only where its page may name itself to that origin.
  res.setHeader("Referrer-Policy", "same-origin");
  sendPage(page)(req, res, () => undefined);
}

function textOf(given: Form, name: string): string {
  const value = given?.[name];
  return typeof value === "string" ? value : "";
}

/** Returns a path of this origin; the start page for anything that a browser could read as another one's address. */
function ownPath(next: string): string {
  return /^\/(?![/\\])[^\\\s]*$/.test(next) ? next : "/";
}

function waitSeconds({ details }: AppError): number {
  const given = details["retry-after"];
  return typeof given === "number" ? given : 60;
}

function wordsOf(error: AppError): string {
  if (error.code !== "RATE_LIMIT_HIT") return `${error.message}.`;
  const minutes = Math.ceil(waitSeconds(error) / 60);
  return `Too many attempts. Try again in ${minutes === 1 ? "a minute" : `${String(minutes)} minutes`}.`;
}
