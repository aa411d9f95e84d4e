import { operations } from "@team-chat/contract";

import type { Answer } from "../client.ts";
import type { Person } from "../in-process/realm.ts";
import { Draw, NothingToDraw } from "./draw.ts";
import { picture } from "./furnish.ts";
import { channelsDraws } from "./operations/channels.ts";
import type { Draws } from "./operations/draws.ts";
import { messagesDraws } from "./operations/messages.ts";
import { realmDraws } from "./operations/realm.ts";
import { usersDraws } from "./operations/users.ts";
import { type Fetched, Seen } from "./seen.ts";
import { type ClientState, rows } from "./state.ts";
import type { Step } from "./step.ts";

export const draws: Draws = { ...channelsDraws, ...messagesDraws, ...realmDraws, ...usersDraws };

/**
 * Draws that are not called like the operation they are for: they make kinds of events come up that the operation's own
 * draw seldom does.
 */
const operationOf: Readonly<Record<string, string>> = {
  addSubgroup: "updateUserGroupSubgroups",
  archiveNewest: "archiveChannel",
  bringIn: "subscribe",
  giveBot: "updateBot",
  joinAgain: "subscribe",
  limitGuests: "updateRealm",
  putOut: "unsubscribe",
  removeSubgroup: "updateUserGroupSubgroups",
  sendFile: "sendMessage",
  shareOwnPresence: "updateSettings",
};

/** Acting user with the state of the client, and the other people. */
export interface Acting {
  readonly person: Person;
  readonly state: ClientState;
  readonly people: readonly Person[];
}

/** Result of a step. */
export type Outcome = "done" | "refused" | "nothing";

const note = { name: "note.txt", bytes: Buffer.from("A note.") };
const uploads: Readonly<Record<string, { readonly name: string; readonly bytes: Buffer }>> = {
  uploadFile: note,
  uploadRealmEmoji: picture,
  uploadRealmIcon: picture,
};

/** Files that somebody uploaded, which messages may link to. */
const filesOf = new WeakMap<Person, string[]>();

/**
 * Carries out a step as somebody who sees `state`; `people` go on with their new addresses and keys.
 * @throws Error when the server fails
 */
export async function take(step: Step, { people, person, state }: Acting): Promise<Outcome> {
  const name = operationOf[step.operation] ?? step.operation;
  const operation = operations.find((one) => one.name === name);
  const drawParams = draws[step.operation];
  if (!operation || !drawParams) throw new Error(`There is no operation ${step.operation}.`);
  let params: Readonly<Record<string, unknown>>;
  try {
    const files = filesOf.get(person) ?? [];
    params = drawParams(
      new Draw(step.seed),
      new Seen(state, { files, ...(await fetched(name, person)) }),
    );
  } catch (error) {
    if (error instanceof NothingToDraw) return "nothing";
    throw error;
  }
  const file = uploads[operation.name];
  const answer = file
    ? await person.client.upload(
        operation.path.replace("{emoji_name}", String(params["emoji_name"])),
        file,
      )
    : await person.client.call(operation, params);
  if (answer["code"] === "INTERNAL_ERROR" || answer.msg.startsWith("Internal server error"))
    throw new Error(`${step.operation} ${JSON.stringify(params)}: ${answer.msg}`);
  if (answer.result !== "success") return "refused";
  remember(operation.name, { answer, params, people, person });
  return "done";
}

interface Done {
  readonly answer: Answer;
  readonly params: Readonly<Record<string, unknown>>;
  readonly people: readonly Person[];
  readonly person: Person;
}

/** Remembers what later steps need: addresses and files. */
function remember(name: string, { answer, params, people, person }: Done): void {
  if (name === "uploadFile")
    filesOf.set(person, [...(filesOf.get(person) ?? []), String(answer["url"])]);
  const moved = people.find(({ userId }) => userId === params["user_id"]);
  if (typeof params["new_email"] === "string") moved?.change({ email: params["new_email"] });
}

/** Operations on messages of one's own, or on what one added to them. */
const onOwnMessages: ReadonlySet<string> = new Set([
  "addSubmessage",
  "removeReaction",
  "setTypingStatusForMessageEdit",
  "updateMessage",
]);

/** Fetches things that a client would fetch first because the initial data lacks them. */
async function fetched(name: string, { client }: Person): Promise<Fetched> {
  if (name === "deleteAttachment") {
    const { attachments } = await client.get("/attachments");
    return { attachmentIds: rows(attachments).map(({ id }) => Number(id)), newest: [] };
  }
  if (!onOwnMessages.has(name)) return { attachmentIds: [], newest: [] };
  const page = { anchor: "newest", num_before: 20, num_after: 0 };
  return { attachmentIds: [], newest: rows((await client.get("/messages", page))["messages"]) };
}
