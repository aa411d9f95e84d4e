import { guardedConnector } from "@team-chat/delivery";
import { createTargetGuard, type TargetGuard } from "@team-chat/target-guard";
import { Agent } from "undici";

import { resolveName } from "../directory/resolve-name.ts";

/** Servers of others that the audit log may be sent to. */
export interface AuditTargets extends AsyncDisposable {
  readonly guard: TargetGuard;
  /** Connects to them. */
  readonly agent: Agent;
  /** For so long one is waited for. */
  readonly timeoutMs: number;
}

/** Opens the way to servers; `allowed` lists networks that they may be in although they are not public. */
export function openAuditTargets(allowed: readonly string[], timeoutMs = 15_000): AuditTargets {
  const guard = createTargetGuard(allowed);
  const agent = new Agent({ connect: guardedConnector(guard, resolveName) });
  return { guard, agent, timeoutMs, [Symbol.asyncDispose]: () => agent.destroy() };
}
