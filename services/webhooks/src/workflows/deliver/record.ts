import { spread } from "@team-chat/delivery";

import type { WebhooksContext } from "../../context.ts";
import { type ClaimedDelivery, updateClaimed } from "../../queries/deliveries.ts";
import { noteAnswer, noteFailure, noteGone } from "../../queries/endpoints.ts";
import type { EndpointFinding, Step } from "./step.ts";

/** Records what a step has shown of the endpoint, then what it has made of the delivery. */
export async function record(
  ctx: WebhooksContext,
  delivery: ClaimedDelivery,
  { finding, next }: Step,
): Promise<void> {
  if (finding) await recordFinding(ctx, delivery, finding);
  await updateClaimed(ctx.db, next, new Date(ctx.now()));
}

async function recordFinding(
  ctx: WebhooksContext,
  delivery: ClaimedDelivery,
  finding: EndpointFinding,
): Promise<void> {
  if (finding.kind === "gone") await noteGone(ctx.db, delivery, finding.url);
  else if (finding.kind === "failed") {
    const now = ctx.now();
    await noteFailure(ctx.db, delivery, {
      now: new Date(now),
      pauseUntil: finding.pauseMs === null ? null : new Date(now + finding.pauseMs),
      spread: spread(ctx.random),
    });
  } else if (delivery.failures > 0) await noteAnswer(ctx.db, delivery);
}
