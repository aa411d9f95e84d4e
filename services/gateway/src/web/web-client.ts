import { existsSync } from "node:fs";
import path from "node:path";

import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import expressStaticGzip from "express-static-gzip";

import type { SessionCookie } from "../requests/session-cookie.ts";
import { onlyGet } from "./methods.ts";

const workerPath = "/service-worker.js";

interface WebClientParts {
  /** Holds the built client; empty, or without one, there is no client. */
  readonly folder: string;
  readonly cookie: SessionCookie;
  readonly scheme: "http" | "https";
  /** Tells whether the organization of a request lets people in without an account. */
  readonly admitsSpectators: (req: Request) => Promise<boolean>;
}

/**
 * Serves the web client at `/` to browsers that are logged in, and to all where people may read without an account;
 * leads all others to the page to log in. Its files have their hash in their name, so browsers keep them for ever; they
 * were compressed when they were built.
 */
export function webClient(parts: WebClientParts): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes.all("/", onlyGet, (req, res) => sendClient(parts, req, res));
  routes.all(workerPath, onlyGet, serviceWorker(parts.folder));
  routes.use("/app", onlyGet, files(path.resolve(parts.folder, "app")));
  return routes;
}

async function sendClient(parts: WebClientParts, req: Request, res: Response): Promise<void> {
  const { admitsSpectators, cookie, folder, scheme } = parts;
  const page = path.resolve(folder, "index.html");
  // It may be built, and built anew, while this process runs.
  if (!existsSync(page)) {
    res.redirect("/docs");
    return;
  }
  res.setHeader("Cache-Control", "no-cache");
  res.setHeader("Vary", "Cookie");
  const hasSession = cookie.read(req.headers.cookie) !== undefined;
  for (const one of cookie.mend(req.headers.cookie)) res.appendHeader("Set-Cookie", one);
  if (!hasSession && !(await admitsSpectators(req))) {
    res.redirect("/login");
    return;
  }
  // The form that logs out names its origin only where its page may name itself to that origin.
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Content-Security-Policy", policyOf(`${scheme}://${req.headers.host ?? ""}`));
  res.sendFile(page, { cacheControl: false });
}

/** Serves the script of the service worker; it is the same for everybody, and its address never changes. */
function serviceWorker(folder: string): RequestHandler {
  const script = path.resolve(folder, "service-worker.js");
  return (_req, res, next) => {
    if (!existsSync(script)) {
      next();
      return;
    }
    res.setHeader("Cache-Control", "no-cache");
    res.setHeader("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
    res.sendFile(script, { cacheControl: false });
  };
}

function files(folder: string): RequestHandler {
  return expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ["br", "gz"],
    index: false,
    serveStatic: { immutable: true, maxAge: "1y", redirect: false },
  });
}

/**
 * Allows the client its own files and the API of its origin; HTML gets into its page only through the policy that
 * parses messages (clients/web/src/html).
 */
function policyOf(origin: string): string {
  return [
    "default-src 'none'",
    `script-src ${origin}/app/`,
    `worker-src ${origin}${workerPath}`,
    `style-src ${origin}/app/`,
    "connect-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types message-html service-worker",
  ].join("; ");
}
