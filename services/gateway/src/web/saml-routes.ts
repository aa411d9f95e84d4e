import { readBody } from "@team-chat/http";
import express, { type Request, type Response, type Router } from "express";

import type { LinkCookie } from "../requests/link-cookie.ts";
import type { SamlSignIns } from "../serving/saml-sign-ins.ts";
import { answerSignedIn } from "./finish-sign-in.ts";
import { textOf } from "./form-fields.ts";
import { onlyGet, onlyMethods } from "./methods.ts";
import { problemOf, type SignInPages, wantedOf } from "./sign-in-pages.ts";

interface SamlParts extends SignInPages {
  readonly saml: SamlSignIns;
  /** Keeps the token of what the provider said, from its form to the page that signs in. */
  readonly responseCookie: LinkCookie;
}

/** Longest form of a provider, in bytes: an assertion with many groups has some 100 kB. */
const maxFormBytes = 256 * 1024;

/** Makes the routes with which people sign in with SAML, and out again (docs/behaviour/single-sign-on.md#saml). */
export function samlRoutes(parts: SamlParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  const base = "/accounts/login/saml/:provider";
  routes.all(base, onlyGet, (req, res) => begin(parts, req, res));
  routes
    .route(`${base}/acs`)
    .post((req, res) => receive(parts, req, res))
    .all(onlyMethods(["POST"]));
  routes.all(`${base}/finish`, onlyGet, (req, res) => finish(parts, req, res));
  routes
    .route(`${base}/logout`)
    .get((req, res) => logOutByAddress(parts, req, res))
    .post((req, res) => logOutByForm(parts, req, res))
    .all(onlyMethods(["GET", "POST"]));
  routes.all(`${base}/metadata`, onlyGet, (req, res) => sendMetadata(parts, req, res));
  return routes;
}

async function begin(parts: SamlParts, req: Request, res: Response): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  try {
    const { sealedState, url } = await parts.saml.begin(req, wantedOf(req));
    res.setHeader("Set-Cookie", parts.stateCookie.set(sealedState));
    res.redirect(303, url);
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
}

/**
 * Takes what a page of the provider has the browser send. With such a form browsers send no cookies of ours; with the
 * address to which it leads they do.
 */
async function receive(parts: SamlParts, req: Request, res: Response): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  const providerId = providerOf(req);
  try {
    const form = await formOf(req);
    const token = await parts.saml.receive(req, {
      providerId,
      response: form.get("SAMLResponse") ?? "",
      relayState: form.get("RelayState") ?? "",
    });
    res.setHeader("Set-Cookie", parts.responseCookie.set(token));
    res.redirect(303, `/accounts/login/saml/${encodeURIComponent(providerId)}/finish`);
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
}

async function finish(parts: SamlParts, req: Request, res: Response): Promise<void> {
  const spent = [parts.stateCookie, parts.responseCookie];
  const { cookie } = req.headers;
  res.setHeader("Cache-Control", "no-store");
  res.setHeader(
    "Set-Cookie",
    spent.map((one) => one.clear()),
  );
  try {
    const done = await parts.saml.complete(req, {
      providerId: providerOf(req),
      token: parts.responseCookie.read(cookie) ?? "",
      sealedState: parts.stateCookie.read(cookie) ?? "",
    });
    const { cookies } = parts;
    const voice = (language?: string) => parts.voice(req, language);
    await answerSignedIn(res, done, { cookies, spent, voice });
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
}

/** Answers a request of the provider, or shows whoever comes back from logging out there the page to log in. */
async function logOutByAddress(parts: SamlParts, req: Request, res: Response): Promise<void> {
  const query = req.originalUrl.split("?")[1] ?? "";
  if (textOf(req.query, "SAMLRequest") === "") res.redirect(303, "/login");
  else await answerLogOut(parts, { req, res }, { binding: "redirect", query });
}

async function logOutByForm(parts: SamlParts, req: Request, res: Response): Promise<void> {
  const form = await formOf(req);
  const request = form.get("SAMLRequest");
  const relayState = form.get("RelayState") ?? "";
  if (request === null) res.redirect(303, "/login");
  else await answerLogOut(parts, { req, res }, { binding: "post", request, relayState });
}

async function answerLogOut(
  { saml, showLogIn }: SamlParts,
  { req, res }: { readonly req: Request; readonly res: Response },
  message: Parameters<SamlSignIns["logOut"]>[2],
): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  try {
    res.redirect(303, await saml.logOut(req, providerOf(req), message));
  } catch (error) {
    await showLogIn(req, res, problemOf(res, error));
  }
}

async function sendMetadata({ saml }: SamlParts, req: Request, res: Response): Promise<void> {
  res.type("application/samlmetadata+xml").send(await saml.metadata(req, providerOf(req)));
}

function providerOf(req: Request): string {
  return String(req.params["provider"]);
}

/** @throws REQUEST_TOO_LARGE */
async function formOf(req: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(req, maxFormBytes)).toString());
}
