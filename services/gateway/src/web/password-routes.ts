import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import {
  resetDeadPage,
  resetFormPage,
  resetPath,
  resetRequestPage,
  resetSentPage,
} from "../pages/accounts/password-reset-pages.ts";
import type { LinkCookie } from "../requests/link-cookie.ts";
import type { PasswordResets } from "../serving/password-resets.ts";
import type { Visits } from "../serving/visits.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { keepToken } from "./keep-token.ts";
import { onlyGet, onlyMethods } from "./methods.ts";
import { refuseForm } from "./refusal-words.ts";
import { voiceFor, showFormPage } from "./show-page.ts";

interface PasswordParts {
  readonly resets: PasswordResets;
  readonly visits: Visits;
  /** Keeps the token of a link that was opened. */
  readonly cookie: LinkCookie;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Makes the routes with which people set a password by a link (docs/behaviour/passwords.md). */
export function passwordRoutes(parts: PasswordParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route(resetPath)
    .get((req, res) => showRequest(parts, { req, res }, { problem: "", email: "" }))
    .post(readForm, (req, res) => request(parts, { req, res }))
    .all(onlyMethods(["GET", "POST"]));
  routes
    .route(`${resetPath}set`)
    .get((req, res) => showForm(parts, { req, res }, ""))
    .post(readForm, (req, res) => setPassword(parts, { req, res }))
    .all(onlyMethods(["GET", "POST"]));
  routes.all(`${resetPath}:token`, onlyGet, keepToken(parts.cookie, `${resetPath}set`));
  return routes;
}

async function request(parts: PasswordParts, { req, res }: Exchange): Promise<void> {
  const email = textOf(req.body as Fields, "email").trim();
  try {
    await parts.resets.request(req, email);
  } catch (error) {
    await showRequest(parts, { req, res }, { problem: refuseForm(res, error), email });
    return;
  }
  showFormPage(res, resetSentPage(voiceFor(req, await parts.visits.settings(req)), email));
}

async function showRequest(
  { visits }: PasswordParts,
  { req, res }: Exchange,
  given: { readonly problem: string; readonly email: string },
): Promise<void> {
  const settings = await visits.settings(req);
  const voice = voiceFor(req, settings);
  const takesPasswords = settings.email_auth_enabled;
  showFormPage(res, resetRequestPage({ ...given, voice, takesPasswords }));
}

async function setPassword(parts: PasswordParts, { req, res }: Exchange): Promise<void> {
  const token = parts.cookie.read(req.headers.cookie) ?? "";
  try {
    await parts.resets.reset(req, token, textOf(req.body as Fields, "password"));
  } catch (error) {
    await showForm(parts, { req, res }, refuseForm(res, error));
    return;
  }
  res.setHeader("Set-Cookie", parts.cookie.clear());
  res.redirect(303, "/login?password_set=1");
}

/** Asks for the password, with what was wrong with the last one; says so where the link does not work. */
async function showForm(
  { cookie, resets, visits }: PasswordParts,
  { req, res }: Exchange,
  problem: string,
) {
  const settings = await visits.settings(req);
  const token = cookie.read(req.headers.cookie) ?? "";
  try {
    const { email, language } = await resets.check(req, token);
    const voice = voiceFor(req, settings, language);
    showFormPage(res, resetFormPage({ voice, email, problem }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "BAD_REQUEST") throw error;
    res.status(400);
    showFormPage(res, resetDeadPage(voiceFor(req, settings), error.message));
  }
}
