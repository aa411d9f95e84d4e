import { listDeliveries } from "./list-deliveries.ts";
import { redeliver } from "./redeliver.ts";

export { type DeliveryObject, deliveryObject, deliveryStates } from "./delivery-object.ts";
export { listDeliveries, redeliver };

/** Operations owned by the webhooks service. */
export const webhooksOperations = [listDeliveries, redeliver] as const;
