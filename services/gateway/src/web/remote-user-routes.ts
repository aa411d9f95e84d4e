import express, { type Request, type Response, type Router } from "express";

import type { RemoteUsers } from "../serving/remote-users.ts";
import { answerSignedIn } from "./finish-sign-in.ts";
import { onlyGet } from "./methods.ts";
import { problemOf, type SignInPages, wantedOf } from "./sign-in-pages.ts";

interface RemoteUserParts extends SignInPages {
  readonly remoteUsers: RemoteUsers;
}

/** Makes the route that a reverse proxy guards (docs/behaviour/single-sign-on.md#reverse-proxies). */
export function remoteUserRoutes(parts: RemoteUserParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes.all("/accounts/login/sso/", onlyGet, (req, res) => signIn(parts, req, res));
  return routes;
}

async function signIn(parts: RemoteUserParts, req: Request, res: Response): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  try {
    const done = await parts.remoteUsers.signIn(req, wantedOf(req));
    const { cookies, voice } = parts;
    await answerSignedIn(res, done, { cookies, voice: (language) => voice(req, language) });
  } catch (error) {
    await parts.showLogIn(req, res, problemOf(res, error));
  }
}
