import { hasBody, readBody } from "@team-chat/http";
import type { Identity } from "@team-chat/identity";
import { tooLarge } from "@team-chat/rpc";

import type { Turn } from "../limits/fair-shares.ts";
import type { LargeRequests } from "../limits/large-requests.ts";
import type { ClientRequest } from "../requests/client-request.ts";
import { realmIdOf } from "./owners.ts";

/** Describes what is sent on to a service. */
export interface Sent {
  readonly identity: Identity;
  /** Undefined while the body was not read. */
  readonly body: Buffer | undefined;
  /** Turn that the request has as one of those that this gateway works on; null for those that are not counted. */
  readonly workTurn: Turn | null;
}

interface Turns {
  readonly largeRequests: LargeRequests;
  readonly maxBodyBytes: number;
}

interface Queued {
  readonly request: ClientRequest;
  readonly sent: Sent;
  readonly send: (sent: Sent) => Promise<number>;
}

/** Limits forms, as the services do. */
const maxFormBytes = 1024 * 1024;

/**
 * Sends a large request on when it is its organization's and sender's turn. Reads the whole body before, so that a slow
 * client keeps nobody waiting.
 * @throws REQUEST_TOO_LARGE, RATE_LIMIT_HIT
 */
export async function sendInTurn(
  { largeRequests, maxBodyBytes }: Turns,
  { request, sent: { body, workTurn, identity }, send }: Queued,
): Promise<number> {
  const whole = body ?? (await readWhole(request, maxBodyBytes));
  const userId = identity.kind === "user" ? identity.userId : 0;
  return largeRequests.run({ realmId: realmIdOf(identity), userId }, () =>
    send({ identity, body: whole, workTurn }),
  );
}

/** @throws REQUEST_TOO_LARGE above what any body or, if it is within that, any form may have */
async function readWhole({ req }: ClientRequest, maxBodyBytes: number): Promise<Buffer> {
  if (!hasBody(req)) return Buffer.alloc(0);
  if (Number(req.headers["content-length"] ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes);
  return readBody(req, Math.min(maxFormBytes, maxBodyBytes));
}
