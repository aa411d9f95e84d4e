import { operations } from "@team-chat/contract";

import type { Answer } from "../client.ts";
import { countEntries, listWrongEntries } from "./audited.ts";
import type { Change, Changes, PrepareChange } from "./change.ts";
import { changedLate } from "./changed-late.ts";
import { Listeners } from "./listeners.ts";
import { type Answers, readAll, registered } from "./reads.ts";
import { done, type Stage } from "./stage.ts";
import { storedRows } from "./stored-rows.ts";

/** A change that is tried. */
export interface Case {
  /** Name of the operation, with words that go on after it. */
  readonly title: string;
  readonly operation: string;
  readonly prepare: PrepareChange;
}

export function casesOf(changes: Changes): readonly Case[] {
  return Object.entries(changes).flatMap(([operation, kinds]) =>
    Object.entries(kinds).map(([kind, prepare]) => ({
      title: kind === "" ? operation : `${operation} ${kind}`,
      operation,
      prepare,
    })),
  );
}

/**
 * Carries out a change while services are kept from learning anything from the stream, which they learn too late, and
 * lists what is stored, read by its sender or heard by anybody otherwise when everything has settled, and what is wrong
 * with the audit log then. What others read is not asked for: it follows from what is stored, of which all is compared.
 */
export async function listNoticedLate(
  stage: Stage,
  { operation, prepare }: Case,
): Promise<readonly string[]> {
  const { product } = stage;
  const change = await prepare(stage);
  const { by = stage.owner } = change;
  await product.settle();
  const { members } = await done(by.client.get("/users"));
  // Whatever services keep in memory they have now, and it is old after the change.
  await readAll(by, { stage, next: by, about: [] });
  const listeners = await Listeners.open([...new Set([...stage.people, by])]);
  const before = await countEntries(stage, operation);
  product.hold();
  const answer = await carryOut(stage, operation, change);
  const next = change.after?.(answer) ?? by;
  const about = usersIn(change, answer, members as readonly { readonly user_id: number }[]);
  const read = () => readAll(next, { stage, next, about });
  const store = () => storedRows(product, stage.realmId);
  const [stored, atOnce] = await Promise.all([store(), read(), listeners.mark(next)]);
  const later = await registered(next);
  await product.settle();
  const late = [
    ...differing(atOnce, await read()),
    ...differing(later, await registered(next)),
    ...changedLate(stored, await store()),
    ...(await listeners.late()),
    ...(await listWrongEntries(stage, { operation, before })),
  ];
  await listeners.close();
  return late;
}

async function carryOut(stage: Stage, name: string, change: Change): Promise<Answer> {
  const operation = operations.find((one) => one.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  const { by = stage.owner, file, params } = change;
  const path = operation.path.replace("{emoji_name}", String(params["emoji_name"]));
  return done(file ? by.client.upload(path, file) : by.client.call(operation, params));
}

/** Lists the users whose ids stand in a change, whatever its parameters are called, and whom it made. */
function usersIn(
  { params }: Change,
  answer: Answer,
  users: readonly { readonly user_id: number }[],
): readonly number[] {
  const numbers = new Set(JSON.stringify(params).match(/\d+/g)?.map(Number));
  const named = users.map(({ user_id: id }) => id).filter((id) => numbers.has(id));
  const made = answer["user_id"];
  return typeof made === "number" ? [...named, made] : named;
}

function differing(one: Answers, other: Answers): readonly string[] {
  return [...one].flatMap(([question, answer]) =>
    other.get(question) === answer ? [] : [difference(question, answer, other.get(question))],
  );
}

const shownLength = 150;

function difference(question: string, before: string, after = ""): string {
  const at = [...before].findIndex((char, index) => char !== after[index]);
  const from = Math.max(0, at - 60);
  const shown = [before, after].map((text) => text.slice(from, from + shownLength));
  return `${question}\n  at once: ${shown[0]}\n  later:   ${shown[1]}`;
}
