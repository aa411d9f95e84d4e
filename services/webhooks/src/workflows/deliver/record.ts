import type { WebhooksContext } from "../../context.ts";
import { type ClaimedDelivery, updateClaimed } from "../../queries/deliveries.ts";
import { noteAnswer, noteFailure, noteGone } from "../../queries/endpoints.ts";
import { spread } from "./schedule.ts";
import type { EndpointNews, Step } from "./step.ts";

/** Records what a step has shown of the endpoint, then what it has made of the delivery. */
export async function record(
  ctx: WebhooksContext,
  delivery: ClaimedDelivery,
  { news, next }: Step,
): Promise<void> {
  if (news) await recordNews(ctx, delivery, news);
  await updateClaimed(ctx.db, next, new Date(ctx.now()));
}

async function recordNews(
  ctx: WebhooksContext,
  delivery: ClaimedDelivery,
  news: EndpointNews,
): Promise<void> {
  if (news.kind === "gone") await noteGone(ctx.db, delivery, news.url);
  else if (news.kind === "failed") {
    const now = ctx.now();
    await noteFailure(ctx.db, delivery, {
      now: new Date(now),
      pauseUntil: news.pauseMs === null ? null : new Date(now + news.pauseMs),
      spread: spread(ctx.random),
    });
  } else if (delivery.failures > 0) await noteAnswer(ctx.db, delivery);
}
