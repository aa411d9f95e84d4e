import type { Identity } from "@team-chat/identity";
import type { Author } from "@team-chat/work";

/** Makes of an identity what the audit log has of whoever acts. */
export function authorOf(operation: string, identity: Identity, requestId: string): Author {
  return { operation, request_id: requestId, actor: actorOf(identity) };
}

function actorOf(identity: Identity): Author["actor"] {
  const { address } = identity;
  const place = address === undefined ? {} : { address };
  if (identity.kind === "service") return { service: identity.name, ...place };
  const where = { client: identity.client, ...place };
  if (identity.kind === "anonymous") return where;
  const { sessionId, userId } = identity;
  return {
    user_id: userId,
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...where,
  };
}
