import type { Server } from "node:http";

import type { Wiring } from "./wiring.ts";

/** A Node process of the stack. */
export interface ProcessDefinition {
  readonly name: string;
  /** The program, from the root of the repository. */
  readonly entry: string;
  /** Ports it would like, by the names of `Wiring.ports`; another free one is taken when somebody else has it. */
  readonly ports: Readonly<Record<string, number>>;
  readonly env: (wiring: Wiring) => Readonly<Record<string, string>>;
  /** Folders whose changes restart it in development, from the root of the repository. */
  readonly sources: readonly string[];
  /** Services that it runs, by the names of their ports; that of its own name when left out. */
  readonly runs?: readonly string[];
}

/** A small server that the supervising process runs, because a process of its own would take more than it does. */
export interface InsideDefinition {
  readonly name: string;
  /** Port it would like; another free one is taken when somebody else has it. */
  readonly port: number;
  readonly create: () => Server;
}

/** A program that runs to its end while the stack starts. */
export interface StepDefinition {
  readonly name: string;
  readonly entry: string;
  readonly args: readonly string[];
  /** True if it is for the first start of a data folder only. */
  readonly isOnce: boolean;
  readonly env: (wiring: Wiring) => Readonly<Record<string, string>>;
}

/** Spread of the services over processes: all in one, or each in processes of its own. */
export type Shape = "one" | "services";

/** Processes of a stack, besides its servers. */
export interface StackPlan {
  readonly shape: Shape;
  /** Run one after the other when the servers are up. */
  readonly before: readonly StepDefinition[];
  /** Started together in this order; the last ones are stopped first. */
  readonly services: readonly ProcessDefinition[];
  readonly inside: readonly InsideDefinition[];
  /** Run when all services are ready. */
  readonly after: readonly StepDefinition[];
}
