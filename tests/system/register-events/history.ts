import { operations } from "@team-chat/contract";
import fc from "fast-check";

import type { Person } from "../in-process/realm.ts";
import { Draw, NothingToDraw } from "./draw.ts";
import { channelsDraws } from "./operations/channels.ts";
import type { Draws } from "./operations/draws.ts";
import { messagesDraws } from "./operations/messages.ts";
import { realmDraws } from "./operations/realm.ts";
import { usersDraws } from "./operations/users.ts";
import { Seen } from "./seen.ts";
import type { ClientState } from "./state.ts";

export const draws: Draws = { ...channelsDraws, ...messagesDraws, ...realmDraws, ...usersDraws };

/** Operations that change things and that others would not be sent often enough without. */
const often = ["sendMessage", "sendMessage", "sendMessage", "subscribe", "updateChannel"];

/** Something that somebody does. */
export interface Step {
  readonly operation: string;
  readonly actor: number;
  readonly seed: number;
}

export const anyStep: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom(...Object.keys(draws), ...often),
  actor: fc.oneof(fc.constantFrom(0, 1, 3), fc.nat(99)),
  seed: fc.integer(),
});

/** Who acts, what they see, and who else is there. */
export interface Acting {
  readonly person: Person;
  readonly state: ClientState;
  readonly people: readonly Person[];
}

/** What came of a step. */
export type Outcome = "done" | "refused" | "nothing";

const note = { name: "note.txt", bytes: Buffer.from("A note.") };

/** Carries out a step as somebody who sees `state`; `people` go on with their new addresses and keys. @throws Error when the server fails */
export async function take(step: Step, { people, person, state }: Acting): Promise<Outcome> {
  const operation = operations.find(({ name }) => name === step.operation);
  const drawParams = draws[step.operation];
  if (!operation || !drawParams) throw new Error(`There is no operation ${step.operation}.`);
  let params: Readonly<Record<string, unknown>>;
  try {
    params = drawParams(new Draw(step.seed), new Seen(state));
  } catch (error) {
    if (error instanceof NothingToDraw) return "nothing";
    throw error;
  }
  const answer =
    operation.name === "uploadFile"
      ? await person.client.upload(operation.path, note)
      : await person.client.call(operation, params);
  if (answer["code"] === "INTERNAL_ERROR" || answer.msg.startsWith("Internal server error"))
    throw new Error(`${step.operation} ${JSON.stringify(params)}: ${answer.msg}`);
  if (answer.result !== "success") return "refused";
  const moved = people.find(({ userId }) => userId === params["user_id"]);
  if (typeof params["new_email"] === "string") moved?.change({ email: params["new_email"] });
  return "done";
}
