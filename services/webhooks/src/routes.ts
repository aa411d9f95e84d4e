import * as contract from "@team-chat/contract";
import { type Route, route } from "@team-chat/http";

import type { OperationContext } from "./context.ts";
import { listDeliveries } from "./operations/list-deliveries.ts";
import { redeliver } from "./operations/redeliver.ts";

/** The public operations that this service owns. */
export const routes: readonly Route<OperationContext>[] = [
  route(contract.listDeliveries, listDeliveries),
  route(contract.redeliver, redeliver),
];
