import { deleteQueue } from "./delete-queue.ts";
import { getEvents } from "./get-events.ts";
import { registerQueue } from "./register.ts";

export { clientCapabilities, registerParams } from "./register.ts";
export { deleteQueue, getEvents, registerQueue };

export const eventsOperations = [registerQueue, getEvents, deleteQueue] as const;
