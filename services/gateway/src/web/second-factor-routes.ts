import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import {
  halfSignInDeadPage,
  secondFactorPage,
  secondFactorPasskeyPath,
  secondFactorPath,
} from "../pages/accounts/second-factor-pages.ts";
import type { HalfSignIns } from "../serving/half-sign-ins.ts";
import type { PublicSettings } from "../serving/visits.ts";
import { answerSignedIn, type SignInCookies } from "./finish-sign-in.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { onlyMethods } from "./methods.ts";
import { answerOf } from "./passkey-routes.ts";
import { refuseForm } from "./refusal-words.ts";
import { voiceFor, showFormPage } from "./show-page.ts";

interface SecondFactorParts {
  readonly halves: HalfSignIns;
  readonly cookies: SignInCookies;
  readonly settings: (req: Request) => Promise<PublicSettings>;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Makes the routes that ask for the second factor (docs/behaviour/second-factors.md#logging-in). */
export function secondFactorRoutes(parts: SecondFactorParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route(secondFactorPath)
    .get((req, res) => showForm(parts, { req, res }, ""))
    .post(readForm, (req, res) => complete(parts, { req, res }, byCode))
    .all(onlyMethods(["GET", "POST"]));
  routes
    .route(secondFactorPasskeyPath)
    .post(readForm, (req, res) => complete(parts, { req, res }, byPasskey))
    .all(onlyMethods(["POST"]));
  return routes;
}

type By = (parts: SecondFactorParts, req: Request) => ReturnType<HalfSignIns["complete"]>;

const byCode: By = (parts, req) => {
  const code = textOf(req.body as Fields, "code").slice(0, 100);
  return parts.halves.complete(req, { token: tokenOf(parts, req), code });
};

const byPasskey: By = (parts, req) =>
  parts.halves.completeByPasskey(req, { token: tokenOf(parts, req), ...answerOf(req) });

async function complete(parts: SecondFactorParts, { req, res }: Exchange, by: By): Promise<void> {
  const { cookies, settings } = parts;
  try {
    const done = await by(parts, req);
    await answerSignedIn(res, done, {
      cookies,
      spent: [cookies.half],
      voice: async (language) => voiceFor(req, await settings(req), language),
    });
  } catch (error) {
    await showForm(parts, { req, res }, refuseForm(res, error));
  }
}

/** Asks for the code, with what was wrong with the last one; says so where the sign-in has ended. */
async function showForm(parts: SecondFactorParts, { req, res }: Exchange, problem: string) {
  try {
    const { lacking, settings } = await parts.halves.check(req, tokenOf(parts, req));
    const voice = voiceFor(req, settings, lacking.language);
    showFormPage(res, secondFactorPage({ voice, lacking, problem }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "AUTHENTICATION_FAILED") throw error;
    const voice = voiceFor(req, await parts.settings(req));
    res.setHeader("Set-Cookie", parts.cookies.half.clear());
    showFormPage(res, halfSignInDeadPage(voice, refuseForm(res, error)));
  }
}

function tokenOf({ cookies }: SecondFactorParts, req: Request): string {
  return cookies.half.read(req.headers.cookie) ?? "";
}
