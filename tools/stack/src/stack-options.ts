import type { StackPlan } from "./plan/process-definition.ts";
import type { ServerName, Wiring } from "./plan/wiring.ts";

/** Settings of a stack. */
export interface StackOptions {
  readonly plan: StackPlan;
  /** Root of the repository. */
  readonly root: string;
  /** Everything the stack keeps; one running stack for each. Absolute. */
  readonly dataDir: string;
  /**
   * Of the process `gateway`: null for its usual one or, when that is taken, any other; 0 asks for free ones for all
   * processes.
   */
  readonly port: number | null;
  readonly mode: Wiring["mode"];
  /** Address the gateway listens on. */
  readonly host: string;
  /** Host and port under which clients reach the root organization; null for `localhost` and the gateway's port. */
  readonly externalHost: string | null;
  /** Scheme of what clients reach: https where a proxy speaks TLS for the gateway. */
  readonly externalScheme: "http" | "https";
  readonly logLevel: string;
  /** Servers that run elsewhere, by URL; PostgreSQL's with a role that may create roles. */
  readonly externalUrls: Readonly<Partial<Record<ServerName, string>>>;
  /** True if what PostgreSQL acknowledged survives a power failure. */
  readonly durable: boolean;
  /** Hears one sentence for people about everything that happens. */
  readonly say: (sentence: string) => void;
}
