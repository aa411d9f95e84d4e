import type { RequestListener } from "node:http";

import type { Operation } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type RequestReports, type RouteTable, splitUrl } from "@team-chat/http";
import { tooLarge } from "@team-chat/rpc";
import { traced } from "@team-chat/telemetry";

import type { HostRealms } from "../authentication/host-realms.ts";
import type { Turn } from "../limits/fair-shares.ts";
import type { WorkLimit } from "../limits/work-limit.ts";
import { resolveAlias } from "../requests/address-aliases.ts";
import { answerHead, type ClientRequest, hostOf, requestHead } from "../requests/client-request.ts";
import { isLarge } from "../requests/request-size.ts";
import type { SessionCookie } from "../requests/session-cookie.ts";
import type { Admission } from "./admission.ts";
import { answerFailure, refuseAtOnce } from "./failures.ts";
import type { Forwarder } from "./forwarder.ts";
import type { SpeculativeReads } from "./speculative-reads.ts";

interface HandlerParts {
  readonly table: RouteTable<Operation>;
  readonly cookie: SessionCookie;
  /** Answers everything that is not a request for an operation. */
  readonly webApp: RequestListener;
  readonly work: WorkLimit;
  readonly hosts: HostRealms;
  readonly admission: Admission;
  readonly forwarder: Forwarder;
  readonly speculativeReads: SpeculativeReads;
  readonly reports: RequestReports;
  readonly maxBodyBytes: number;
  readonly isDevelopment: boolean;
}

/**
 * Answers everything that comes to the port of the gateway, except for probes and the polls that are taken over.
 * Operations come first, by one look into a table: they are nearly all requests, and go through no middleware
 * (docs/adr/0013-operations-on-bare-http.md).
 */
export function createHandler(parts: HandlerParts): RequestListener {
  const { cookie, table, webApp } = parts;
  return (req, res) => {
    req.url = resolveAlias(req.url ?? "/");
    const [path, query] = splitUrl(req.url);
    const found = table.find(req.method ?? "GET", path);
    if (found === undefined || !("entry" in found)) {
      webApp(req, res);
      return;
    }
    const asked = { operation: found.entry, query, req, res };
    if (refusesEarly(parts, asked)) return;
    void serveOperation(parts, { ...requestHead(req, { ...asked, cookie }), res });
  };
}

type Asked = Pick<ClientRequest, "operation" | "query" | "req" | "res">;

/** Refuses what there is no room for before its key is looked at: where most is refused, that has to cost little. */
function refusesEarly({ hosts, reports, work }: HandlerParts, asked: Asked): boolean {
  if (!work.isFull || !isWork(asked)) return false;
  // The organization is only a guess, here and in `serve`, by which nothing is decided but whose turn it is.
  const realmId = hosts.lastKnown(hostOf(asked.req))?.ref.id ?? 0;
  const refusal = work.findRefusal(realmId);
  if (refusal === null) return false;
  refuseAtOnce(reports, { ...asked, ...answerHead(asked.req), noted: { realmId } }, refusal);
  return true;
}

/** Status, in metrics and logs, of a request whose client went away before it was answered. */
const clientGone = 499;

/** Answers a request for an operation. Never rejects. */
async function serveOperation(parts: HandlerParts, request: ClientRequest): Promise<void> {
  const { operation, res, scope } = request;
  const { reports } = parts;
  const started = performance.now();
  reports.began();
  await traced({ name: operation.name, kind: "server", scope }, async () => {
    let failure: unknown;
    try {
      await serve(parts, request);
    } catch (error) {
      failure = error;
      answerFailure(request, error);
    }
    const status = res.headersSent ? res.statusCode : clientGone;
    const { realmId } = request.noted;
    reports.ended({ operation: operation.name, realmId, status, started, error: failure });
  });
}

/** Serves a request when there is room for it. */
async function serve(parts: HandlerParts, request: ClientRequest): Promise<void> {
  checkAllowed(parts, request);
  if (!isWork(request)) {
    await serveNow(parts, request, null);
    return;
  }
  const known = parts.hosts.lastKnown(request.host);
  const asking = { realmId: known?.ref.id ?? 0, weight: known?.share?.weight };
  const turn = await parts.work.enter(asking, request.res);
  try {
    await serveNow(parts, request, turn);
  } finally {
    turn.end();
  }
}

/** Tells whether a request counts as work: large ones have turns of their own, and so has registering. */
function isWork(request: Pick<Asked, "operation" | "query" | "req">): boolean {
  return request.operation.owner !== "events" && !isLarge(request);
}

async function serveNow(
  parts: HandlerParts,
  request: ClientRequest,
  workTurn: Turn | null,
): Promise<void> {
  const { admission, forwarder, speculativeReads } = parts;
  const { operation } = request;
  using read =
    operation.isSpeculative === true
      ? speculativeReads.begin(request, admission.probableCaller(request))
      : undefined;
  const identity = await admission.admit(request);
  if (read && (await read.answer(identity))) return;
  await forwarder.forward(request, { identity, workTurn });
}

/** @throws REQUEST_TOO_LARGE by the announced length; BAD_REQUEST for what only development mode offers */
function checkAllowed(parts: HandlerParts, { operation, req }: ClientRequest): void {
  const announced = Number(req.headers["content-length"] ?? 0);
  if (announced > parts.maxBodyBytes) throw tooLarge(parts.maxBodyBytes);
  if (operation.developmentOnly === true && !parts.isDevelopment)
    throw new AppError("BAD_REQUEST", "Endpoint not available in production.");
}
