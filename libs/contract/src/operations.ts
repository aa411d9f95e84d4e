import { eventsOperations } from "./events/index.ts";
import type { Operation } from "./operation.ts";

/** Every operation of the public API; the gateway routes by it and the API page is generated from it. */
export const operations: readonly Operation[] = [...eventsOperations];
