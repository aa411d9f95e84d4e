// Whatever a request causes, in whatever service, its sender's next request sees, and hears of it before what that one
// causes (docs/architecture.md, section 5).
import { operations } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import type { Answer } from "../client.ts";
import { Product } from "../in-process/product.ts";
import type { Person } from "../in-process/realm.ts";
import { channelChanges } from "./cases/channels.ts";
import { messageChanges } from "./cases/messages.ts";
import { realmChanges } from "./cases/realm.ts";
import { userChanges } from "./cases/users.ts";
import type { Change, Changes } from "./change.ts";
import { Listeners } from "./listeners.ts";
import { type Answers, questions, readAll, registered, unasked } from "./reads.ts";
import { Stage } from "./stage.ts";
import { unchanging } from "./unchanging.ts";

const changes: Changes = {
  ...channelChanges,
  ...messageChanges,
  ...realmChanges,
  ...userChanges,
};
let product: Product;

beforeAll(async () => {
  product = await Product.start();
});

afterAll(() => product[Symbol.asyncDispose]());

test("every operation is tried, or there is a reason why not", ({ expect }) => {
  const names = (reads: boolean) =>
    operations.filter(({ method }) => (method === "GET") === reads).map(({ name }) => name);
  const tried = [...Object.keys(changes), ...Object.keys(unchanging)];
  expect(tried.toSorted()).toEqual(names(false).toSorted());
  const asked = [...Object.keys(questions), ...Object.keys(unasked)];
  expect(asked.toSorted()).toEqual(names(true).toSorted());
});

async function carryOut(stage: Stage, name: string, change: Change): Promise<Answer> {
  const operation = operations.find((one) => one.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  const { by = stage.owner, file, params } = change;
  const path = operation.path.replace("{emoji_name}", String(params["emoji_name"]));
  const answer = file
    ? await by.client.upload(path, file)
    : await by.client.call(operation, params);
  if (answer.result !== "success") throw new Error(JSON.stringify(answer));
  return answer;
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

async function readers(stage: Stage, next: Person): Promise<readonly Person[]> {
  const others = ["owner", "member", "guest"].map((name) => stage.person(name));
  return [...new Set([next, ...others])];
}

const cases = Object.entries(changes).flatMap(([operation, kinds]) =>
  Object.entries(kinds).map(([kind, prepare]) => ({
    title: kind === "" ? operation : `${operation} ${kind}`,
    operation,
    prepare,
  })),
);

describe("is seen by the next request, and told before it, all that follows from", () => {
  test.for(cases)(
    "the next request shows, and has been told before, all that follows from $title",
    async ({ operation, prepare }, { expect }) => {
      const stage = await Stage.set(product);
      const change = await prepare(stage);
      const { by = stage.owner } = change;
      await product.settle();
      const listeners = await Listeners.open([...new Set([...stage.people, by])]);
      // What services learn from the stream they learn too late.
      product.hold();
      const answer = await carryOut(stage, operation, change);
      const next = change.after?.(answer) ?? by;
      const people = await readers(stage, next);
      const marking = listeners.mark(next);
      const atOnce = await Promise.all(people.map((person) => readAll(stage, person, next)));
      await marking;
      const news = await registered(next);
      await product.settle();
      for (const [index, person] of people.entries())
        expect
          .soft(differing(atOnce[index] ?? new Map(), await readAll(stage, person, next)))
          .toEqual([]);
      expect.soft(differing(news, await registered(next))).toEqual([]);
      expect.soft(await listeners.late()).toEqual([]);
      await listeners.close();
    },
  );
});
