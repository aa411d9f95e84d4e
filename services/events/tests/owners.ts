import { noteEvents, type RegisterRequest, registerOperations } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { createServiceApp, internalRoute, listen, type RunningServer } from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import type { z } from "zod";

/** Signs identities between the services. */
export const key = "00112233445566778899aabbccddeeff";

/** The services that contribute to the initial data, as one peer that gives the same answer for each. */
export interface Owners {
  readonly server: RunningServer;
  /** Answer of each of them to the next request; a refusal while there is one. */
  snapshot: string;
  sections: Record<string, unknown>;
  refusal: AppError | undefined;
  mostQueues: number | undefined;
  /** Requests that they received, newest last. */
  readonly requests: RegisterRequest[];
  /** Counts that processes have had noted, newest last. */
  readonly noted: (z.output<typeof noteEvents.input>["entries"][number] & { source: string })[];
  takesNotes: boolean;
  /** Limits that it answers notes with. */
  limits: z.input<typeof noteEvents.output>["limits"];
}

/** Starts them. */
export async function startOwners(): Promise<Owners> {
  const given: Omit<Owners, "server"> = {
    snapshot: "500:500:",
    sections: {},
    refusal: undefined,
    mostQueues: undefined,
    requests: [],
    noted: [],
    takesNotes: true,
    limits: [],
  };
  const app = createServiceApp({
    service: "owners",
    ctx: given,
    signer: createIdentitySigner(key),
    logger: createLogger({ service: "owners", level: "silent" }),
    routes: [],
    internal: [
      internalRoute(registerOperations.users, (ctx: typeof given, _identity, request) => {
        ctx.requests.push(request);
        if (ctx.refusal) throw ctx.refusal;
        const bytes = [Buffer.from(JSON.stringify(ctx.sections).slice(1, -1))];
        return { snapshot: ctx.snapshot, bytes, mostQueues: ctx.mostQueues };
      }),
      internalRoute(noteEvents, (ctx: typeof given, _identity, { entries, source }) => {
        if (!ctx.takesNotes) throw new AppError("SERVICE_UNAVAILABLE", "Not now.");
        ctx.noted.push(...entries.map((entry) => ({ ...entry, source })));
        return { limits: ctx.limits };
      }),
    ],
    ready: () => Promise.resolve(),
  });
  const server = await listen(app, { host: "127.0.0.1", port: 0 });
  return Object.assign(given, { server });
}
