import * as contract from "@team-chat/contract";
import { route, type Route } from "@team-chat/http";

import type { EventsContext } from "./context.ts";
import { deleteQueue } from "./operations/delete-queue.ts";
import { getEvents } from "./operations/get-events.ts";
import { registerQueue } from "./operations/register-queue.ts";

export const routes: readonly Route<EventsContext>[] = [
  route(contract.registerQueue, registerQueue),
  route(contract.getEvents, getEvents),
  route(contract.deleteQueue, deleteQueue),
];
