import express, { type Request, type Response, type Router } from "express";

import { passkeyPage, passkeyPath } from "../pages/accounts/passkey-pages.ts";
import type { LinkCookie } from "../requests/link-cookie.ts";
import type { PasskeyAnswer } from "../serving/half-sign-ins.ts";
import type { PasskeySignIns } from "../serving/passkey-sign-ins.ts";
import { answerSignedIn } from "./finish-sign-in.ts";
import { type Fields, readForm, textOf } from "./form-fields.ts";
import { onlyMethods } from "./methods.ts";
import { refuseForm } from "./refusal-words.ts";
import { voiceFor, showFormPage } from "./show-page.ts";
import { problemOf, type SignInPages, wantedFrom } from "./sign-in-pages.ts";

interface PasskeyParts extends SignInPages {
  readonly passkeys: PasskeySignIns;
  /** Keeps the challenge, so that no other browser answers it. */
  readonly challengeCookie: LinkCookie;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/**
 * Makes the routes with which people sign in with a passkey alone
 * (docs/behaviour/second-factors.md#signing-in-with-a-passkey).
 */
export function passkeyRoutes(parts: PasskeyParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes
    .route(passkeyPath)
    .get((req, res) => show(parts, { req, res }, ""))
    .post(readForm, (req, res) => complete(parts, { req, res }))
    .all(onlyMethods(["GET", "POST"]));
  return routes;
}

/** Has the browser ask for a passkey, with what was wrong with the last one. */
async function show(parts: PasskeyParts, { req, res }: Exchange, problem: string): Promise<void> {
  try {
    const { offer, settings } = await parts.passkeys.begin(req, wantedFrom(req));
    res.setHeader("Set-Cookie", parts.challengeCookie.set(offer.sealedChallenge));
    const voice = voiceFor(req, settings);
    const { options } = offer;
    showFormPage(res, passkeyPage({ voice, offer: { options }, problem }));
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
}

async function complete(parts: PasskeyParts, { req, res }: Exchange): Promise<void> {
  const { challengeCookie, cookies, voice, passkeys } = parts;
  const sealedChallenge = challengeCookie.read(req.headers.cookie) ?? "";
  try {
    const { response } = answerOf(req);
    const done = await passkeys.complete(req, { sealedChallenge, response });
    await answerSignedIn(res, done, {
      cookies,
      spent: [challengeCookie],
      voice: (language) => voice(req, language),
    });
  } catch (error) {
    await show(parts, { req, res }, refuseForm(res, error));
  }
}

/** Reads what a device has answered from the form of a page; what is too long for any is none. */
export function answerOf(req: Request): PasskeyAnswer {
  const form = req.body as Fields;
  const within = (name: string, most: number) => {
    const text = textOf(form, name);
    return text.length > most ? "" : text;
  };
  return { sealedChallenge: within("challenge", 4000), response: within("response", 12_000) };
}
