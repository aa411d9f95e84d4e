// What one may not know of is answered as what there is not, by every operation that names a channel or a user.
import { type Operation, operations } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { namings } from "../deactivated/naming.ts";
import { Product } from "../in-process/product.ts";
import { type ChannelCase, channelCases } from "./channel-cases.ts";
import { nobody, nowhere, setStage, type Stage, type Target, type Viewer } from "./stage.ts";
import { type UserCase, userCases } from "./user-cases.ts";

let product: Product;
let stage: Stage;

beforeAll(async () => {
  product = await Product.start();
  stage = await setStage(product);
});
afterAll(() => product[Symbol.asyncDispose]());

/** Parameters by which channels are named otherwise than by an id of their own, or may be. */
const otherNames = new Set("add content delete draft drafts narrow subscriptions to".split(" "));
const channelForm =
  /(?:^|_)(?:stream|channel)(?:_ids?)?$|^subscription_data$|^default_(?:sending|events_register)_stream$/;
/** Parameters about properties that a channel is to have, which do not name a channel. */
const otherFacts = new Set(["is_default_stream"]);

/** Every parameter of the contract that names a channel, or may. */
const channelNamings = operations.flatMap((operation) =>
  Object.keys(operation.params)
    .filter((name) => !otherFacts.has(name))
    .filter((name) => channelForm.test(name) || otherNames.has(name))
    .map((parameter) => ({ operation, key: `${operation.name}.${parameter}` })),
);
const userNamings = namings()
  .filter(({ setting }) => setting === null)
  .map(({ operation, parameter }) => ({ operation, key: `${operation.name}.${parameter}` }));

const sorted = (names: Iterable<string>) => [...names].toSorted();

test("every parameter that names a channel or a user is listed, and nothing else", ({ expect }) => {
  expect(sorted(Object.keys(channelCases))).toEqual(sorted(channelNamings.map(({ key }) => key)));
  expect(sorted(Object.keys(userCases))).toEqual(sorted(userNamings.map(({ key }) => key)));
});

interface Asked {
  readonly operation: Operation;
  readonly found: ChannelCase | UserCase | undefined;
  readonly viewer: Viewer;
  /** Target that is hidden, and one that does not exist. */
  readonly pair: readonly [Target, Target];
}

/** Collects the viewer's answers about each of the two, for every way to ask. */
async function answersTo({ operation, found, viewer, pair }: Asked): Promise<readonly string[][]> {
  const forms = found === undefined || "because" in found ? [] : found;
  const [hidden, absent]: [string[], string[]] = [[], []];
  for (const give of forms)
    for (const [target, answers] of [
      [pair[0], hidden],
      [pair[1], absent],
    ] as const) {
      const given = give(target, viewer, stage);
      const answer = await viewer.person.client.call(operation, given);
      const { result, code, msg, rendered, messages } = answer;
      answers.push(unnamed({ result, code, msg, rendered, messages }, target));
    }
  return [hidden, absent];
}

/** An answer without what the request itself named. */
function unnamed(answer: object, { email, id, name }: Target): string {
  let text = JSON.stringify(answer);
  for (const own of [name, email].filter((one) => one !== "")) text = text.replaceAll(own, "…");
  return text.replaceAll(new RegExp(String.raw`\b${id}\b`, "g"), "…");
}

const casesOf = (named: typeof channelNamings, cases: Readonly<Record<string, unknown>>) =>
  named.filter(({ key }) => Array.isArray(cases[key]));

describe("a channel that one may not know of (docs/behaviour/api.md#hidden-things)", () => {
  test.for(casesOf(channelNamings, channelCases))(
    "a channel that one may not know of is refused as one that does not exist as $key",
    async ({ key, operation }, { expect }) => {
      const found = channelCases[key];
      const { bot, guest, member, moderator } = stage.viewers;
      for (const [viewer, target] of [
        [member, stage.den],
        [bot, stage.den],
        [moderator, stage.den],
        [guest, stage.den],
        [guest, stage.plaza],
      ] as const) {
        const asked = { operation, found, viewer, pair: [target, nowhere] } as const;
        const [hidden, absent] = await answersTo(asked);
        expect(hidden, `${viewer.person.name}, ${target.name}`).toEqual(absent);
      }
    },
  );
});

describe("a user whom a guest may not see (docs/behaviour/users.md#users-hidden-from-guests)", () => {
  test.for(casesOf(userNamings, userCases))(
    "a user whom a guest may not see is refused as one who does not exist as $key",
    async ({ key, operation }, { expect }) => {
      const viewer = stage.viewers.guest;
      const asked = { operation, found: userCases[key], viewer } as const;
      const [hidden, absent] = await answersTo({ ...asked, pair: [stage.stranger, nobody] });
      expect(hidden).toEqual(absent);
    },
  );
});
