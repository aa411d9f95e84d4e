import { listDeliveries } from "./list-deliveries.ts";
import {
  addPushSubscription,
  listPushSubscriptions,
  removePushSubscription,
} from "./push-subscriptions.ts";
import { redeliver } from "./redeliver.ts";

export { type DeliveryObject, deliveryObject, deliveryStates } from "./delivery-object.ts";
export {
  addPushSubscription,
  listDeliveries,
  listPushSubscriptions,
  redeliver,
  removePushSubscription,
};

/** Operations owned by the webhooks service. */
export const webhooksOperations = [
  listDeliveries,
  redeliver,
  listPushSubscriptions,
  addPushSubscription,
  removePushSubscription,
] as const;
