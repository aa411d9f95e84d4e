import { guardedConnector } from "@team-chat/delivery";
import { createTargetGuard, type TargetGuard } from "@team-chat/target-guard";
import type { Agent } from "undici";

import { resolveName } from "../directory/resolve-name.ts";

/** Servers of others that the audit log may be sent to. */
export interface AuditTargets extends AsyncDisposable {
  readonly guard: TargetGuard;
  /** Connects to them; opened for the first request, as most installations send none. */
  readonly openAgent: () => Promise<Agent>;
  /** For so long one is waited for. */
  readonly timeoutMs: number;
}

/** Opens the way to servers; `allowed` lists networks that they may be in although they are not public. */
export function openAuditTargets(allowed: readonly string[], timeoutMs = 15_000): AuditTargets {
  const guard = createTargetGuard(allowed);
  let opened: Promise<Agent> | undefined;
  return {
    guard,
    openAgent: () => (opened ??= connectTo(guard)),
    timeoutMs,
    [Symbol.asyncDispose]: async () => {
      const agent = await opened;
      await agent?.destroy();
    },
  };
}

async function connectTo(guard: TargetGuard): Promise<Agent> {
  const { Agent: Loaded } = await import("undici");
  return new Loaded({ connect: await guardedConnector(guard, resolveName) });
}
