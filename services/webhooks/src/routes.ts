import * as contract from "@team-chat/contract";
import { type Route, route } from "@team-chat/http";

import type { OperationContext } from "./context.ts";
import { addPushSubscription } from "./operations/add-push-subscription.ts";
import { listDeliveries } from "./operations/list-deliveries.ts";
import { listPushSubscriptions } from "./operations/list-push-subscriptions.ts";
import { redeliver } from "./operations/redeliver.ts";
import { removePushSubscription } from "./operations/remove-push-subscription.ts";

/** The public operations that this service owns. */
export const routes: readonly Route<OperationContext>[] = [
  route(contract.listDeliveries, listDeliveries),
  route(contract.redeliver, redeliver),
  route(contract.listPushSubscriptions, listPushSubscriptions),
  route(contract.addPushSubscription, addPushSubscription),
  route(contract.removePushSubscription, removePushSubscription),
];
