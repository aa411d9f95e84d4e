import type { StackPlan } from "./plan/process-definition.ts";
import type { ServerName, Wiring } from "./plan/wiring.ts";

/** How to run a stack. */
export interface StackOptions {
  readonly plan: StackPlan;
  /** Root of the repository. */
  readonly root: string;
  /** Everything the stack keeps; one running stack for each. Absolute. */
  readonly dataDir: string;
  /** Of the process `gateway`, which others know; 0 asks for free ones for all processes. */
  readonly port: number;
  readonly mode: Wiring["mode"];
  /** Address the gateway listens on. */
  readonly host: string;
  readonly logLevel: string;
  /** Servers that run elsewhere, by URL; PostgreSQL's with a role that may create roles. */
  readonly externalUrls: Readonly<Partial<Record<ServerName, string>>>;
  /** Whether what PostgreSQL acknowledged survives a power failure. */
  readonly durable: boolean;
  /** Hears one sentence for people about everything that happens. */
  readonly say: (sentence: string) => void;
}
