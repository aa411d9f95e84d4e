import * as contract from "@team-chat/contract";
import { internalRoute, type InternalRoute, type Route, route } from "@team-chat/http";

import type { OperationContext } from "./context.ts";
import { addPushSubscription } from "./operations/add-push-subscription.ts";
import { countPerson } from "./operations/count-person.ts";
import { countRealm } from "./operations/count-realm.ts";
import { deleteRealm } from "./operations/delete-realm.ts";
import { erasePerson } from "./operations/erase-person.ts";
import { fetchLinkedPage } from "./operations/fetch-linked-page.ts";
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

/** Operations for other services. */
export const internalRoutes: readonly InternalRoute<OperationContext>[] = [
  internalRoute(contract.fetchLinkedPage, fetchLinkedPage),
  internalRoute(contract.deleteRealmOperations.webhooks, deleteRealm),
  internalRoute(contract.countRealmOperations.webhooks, countRealm),
  internalRoute(contract.erasePersonOperations.webhooks, erasePerson),
  internalRoute(contract.countPersonOperations.webhooks, countPerson),
];
