import { AppError } from "@team-chat/errors";
import express, { type Request, type Response, type Router } from "express";

import { noteRefusal } from "../../requests/noted-refusal.ts";
import type { ScimRequests } from "../../serving/scim-requests.ts";

const base = "/scim/v2";
const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

/** Makes the routes by which provisioning systems manage people and groups (docs/behaviour/scim.md). */
export function scimRoutes(requests: ScimRequests): Router {
  const routes = express.Router({ strict: true, caseSensitive: true });
  routes.all(`${base}/*path`, (req, res) => answer(requests, req, res));
  return routes;
}

async function answer(requests: ScimRequests, req: Request, res: Response): Promise<void> {
  const headers: Record<string, string> = {};
  try {
    const path = req.path.slice(base.length);
    const { body, headers: more, status } = await requests.answer({ req, res, path, headers });
    send(res, { status, headers: { ...headers, ...more }, body });
  } catch (error) {
    // What is no refusal is logged and answered by the application.
    if (!(error instanceof AppError) || error.code === "INTERNAL_ERROR") throw error;
    noteRefusal(res, error);
    const detail = error.message;
    const body = { schemas: [errorSchema], status: String(error.status), detail };
    const all = { ...headers, ...headersOf(error) };
    send(res, { status: error.status, headers: all, body: JSON.stringify(body) });
  }
}

interface Written {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null for none. */
  readonly body: string | null;
}

function send(res: Response, { body, headers, status }: Written): void {
  res.status(status).set({ "Cache-Control": "no-store", ...headers });
  if (body === null) res.end();
  else res.set("Content-Type", "application/scim+json; charset=utf-8").end(body);
}

function headersOf(error: AppError): Record<string, string> {
  const seconds = error.details["retry-after"];
  return {
    ...(error.code === "UNAUTHORIZED" ? { "WWW-Authenticate": 'Bearer realm="scim"' } : {}),
    ...(typeof seconds === "number" ? { "Retry-After": String(Math.ceil(seconds)) } : {}),
  };
}
