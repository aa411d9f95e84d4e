import { answerError, methodNotAllowed } from "@team-chat/http";
import type { RequestHandler } from "express";

/** Answers every request: it uses a method that the address does not know. */
export function onlyMethods(allowed: readonly string[]): RequestHandler {
  return (req, res) => {
    if (req.method === "OPTIONS") res.writeHead(204, { Allow: allowed.join(", ") }).end();
    else answerError(res, methodNotAllowed(allowed));
  };
}

/** Lets requests that read go on, and answers all others. */
export const onlyGet: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") next();
  else onlyMethods(["GET"])(req, res, next);
};
