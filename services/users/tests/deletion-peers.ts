import {
  closeLegalHolds,
  countLegalHolds,
  countPersonOperations,
  countRealmOperations,
  deleteRealmOperations,
  erasePersonOperations,
  findErasureFacts,
} from "@team-chat/contract";
import { createServiceApp, internalRoute, listen } from "@team-chat/http";
import type { IdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";

type Deleting = keyof typeof deleteRealmOperations;

/** Answers and records of services that are to delete organizations, or to erase people. */
export interface DeletionFacts {
  /** The one that does not work. */
  broken: Deleting | null;
  /** Legal holds that messages says are on. */
  holds: number;
  /** Legal holds that begin when they are counted, so that they are on afterwards only. */
  holdsAtLast: number;
  /** Rows that messages says are left. */
  left: number;
  /** Steps that each was asked for, in order. */
  readonly asked: string[];
}

/** Operations of a service by which organizations are deleted. */
export function deletionRoutes(service: Deleting, facts: DeletionFacts) {
  return [
    internalRoute(deleteRealmOperations[service], (_, __, { step }) => {
      if (facts.broken === service) throw new Error("Out of order.");
      const asked = `${service} ${step}`;
      // Each step takes two parts.
      const isDone = facts.asked.at(-1) === asked;
      facts.asked.push(asked);
      return { deleted: 1, isDone };
    }),
    ...(service === "messages"
      ? [
          internalRoute(countLegalHolds, () => ({ count: facts.holds })),
          internalRoute(closeLegalHolds, () => ({ count: facts.holds + facts.holdsAtLast })),
          internalRoute(findErasureFacts, () => ({
            holds: facts.holds,
            exports: [{ of: "organization" as const, id: 3, keptUntil: 1_800_000_000 }],
          })),
        ]
      : []),
    internalRoute(erasePersonOperations[service], (_, __, { messages, userId }) => {
      if (facts.broken === service) throw new Error("Out of order.");
      const asked = `${service} ${userId} ${messages}`;
      const isDone = facts.asked.at(-1) === asked;
      facts.asked.push(asked);
      return { deleted: 1, isDone };
    }),
    internalRoute(countPersonOperations[service], () => ({
      places: [{ place: "some_table", count: service === "messages" ? facts.left : 0 }],
    })),
    internalRoute(countRealmOperations[service], () => ({
      places: [{ place: "some_table", count: service === "messages" ? facts.left : 0 }],
    })),
  ];
}

/** Starts a webhooks service that only deletes. */
export function startWebhooks(signer: IdentitySigner, facts: DeletionFacts) {
  const app = createServiceApp({
    service: "webhooks",
    ctx: {},
    signer,
    logger: createLogger({ service: "webhooks", level: "silent" }),
    routes: [],
    internal: deletionRoutes("webhooks", facts),
    ready: () => Promise.resolve(),
  });
  return listen(app, { host: "127.0.0.1", port: 0 });
}

/** Returns the configuration that deletions need. */
export function deletionVariables({ port }: { readonly port: number }) {
  return {
    WEBHOOKS_URL: `http://127.0.0.1:${port}`,
    DELETION_DAYS: 30,
    DELETION_LEAST_DAYS: 2,
  };
}
