import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import { factorsPath } from "../authentication/factors-path.ts";
import {
  joinBySignInPage,
  joinDeadPage,
  joinedPage,
  joinFormPage,
  joinPath,
  welcomePath,
} from "../pages/accounts/join-pages.ts";
import { secondFactorPath } from "../pages/accounts/second-factor-pages.ts";
import type { LinkCookie } from "../requests/link-cookie.ts";
import type { Invitations } from "../serving/invitations.ts";
import type { Visits } from "../serving/visits.ts";
import type { SignInCookies } from "./finish-sign-in.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { keepToken } from "./keep-token.ts";
import { onlyGet, onlyMethods } from "./methods.ts";
import { refuseForm } from "./refusal-words.ts";
import { voiceFor, showFormPage } from "./show-page.ts";

interface JoinParts {
  readonly invitations: Invitations;
  readonly visits: Visits;
  readonly cookies: SignInCookies;
  /** Keeps the key of the invitation that was opened. */
  readonly cookie: LinkCookie;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Makes the routes with which people join by a link (docs/behaviour/invitations.md#accepting-an-invitation). */
export function joinRoutes(parts: JoinParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route(joinPath)
    .get((req, res) => showForm(parts, { req, res }, ""))
    .post(readForm, (req, res) => join(parts, { req, res }))
    .all(onlyMethods(["GET", "POST"]));
  routes.all(welcomePath, onlyGet, (req, res) => welcome(parts, { req, res }));
  routes.all(`${joinPath}/:token`, onlyGet, keepToken(parts.cookie, joinPath));
  return routes;
}

async function join(parts: JoinParts, { req, res }: Exchange): Promise<void> {
  const { cookie, cookies, invitations } = parts;
  const form = req.body as Fields;
  const given = {
    fullName: textOf(form, "full_name"),
    email: textOf(form, "email"),
    password: textOf(form, "password"),
  };
  try {
    const session = await invitations.accept(req, cookie.read(req.headers.cookie) ?? "", given);
    const kept = session?.isHalf === true ? cookies.half : cookies.session;
    const begun = session === null ? [] : [kept.set(session.token)].flat();
    res.setHeader("Set-Cookie", [cookie.clear(), ...begun]);
    const lacking = session?.lacksFactor === true ? factorsPath : welcomePath;
    res.redirect(303, session?.isHalf === true ? secondFactorPath : lacking);
  } catch (error) {
    await showForm(parts, { req, res }, refuseForm(res, error));
  }
}

async function welcome({ visits }: JoinParts, { req, res }: Exchange): Promise<void> {
  const settings = await visits.settings(req);
  showFormPage(res, joinedPage(voiceFor(req, settings), settings.realm_url ?? ""));
}

/** Asks who joins, with what was wrong with the last answer; says so where the invitation cannot be accepted. */
async function showForm(
  { cookie, invitations, visits }: JoinParts,
  { req, res }: Exchange,
  problem: string,
): Promise<void> {
  const voice = voiceFor(req, await visits.settings(req));
  const form = req.body as Fields;
  try {
    const invitation = await invitations.preview(req, cookie.read(req.headers.cookie) ?? "");
    const page = joinFormPage({
      voice,
      inviter: invitation.inviter_full_name,
      email: invitation.email,
      expiresAt: invitation.expiry_date,
      problem,
      given: { fullName: textOf(form, "full_name"), email: textOf(form, "email") },
    });
    showFormPage(res, page);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "PASSWORD_AUTH_DISABLED") {
      showFormPage(res, joinBySignInPage(voice));
      return;
    }
    const words = refuseForm(res, error);
    showFormPage(res, joinDeadPage(voice, words));
  }
}
