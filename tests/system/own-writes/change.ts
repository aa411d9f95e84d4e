import type { Answer } from "../client.ts";
import type { Person } from "../in-process/realm.ts";
import type { Stage } from "./stage.ts";

type Params = Readonly<Record<string, unknown>>;

/** A request that changes something. */
export interface Change {
  readonly params: Params;
  /** User who asks for it; the owner when left out. */
  readonly by?: Person;
  /** File that is uploaded with it. */
  readonly file?: { readonly name: string; readonly bytes: Buffer };
  /** User who goes on after the answer, where that is not the one who asked. */
  readonly after?: (answer: Answer) => Person;
}

/** Prepares what the change needs. */
export type PrepareChange = (stage: Stage) => Change | Promise<Change>;

/** The changes that an operation is tried with, each with words that go on after its name. */
export type Changes = Readonly<Record<string, Readonly<Record<string, PrepareChange>>>>;

/** The one change of an operation that is tried with one, by the owner. */
export const once = (params: (stage: Stage) => Params | Promise<Params>) => ({
  "": async (stage: Stage): Promise<Change> => ({ params: await params(stage) }),
});
