// Sizes that the contract announces are held, and null is refused where it is not allowed.
import {
  getMessages,
  json,
  operation,
  type Operation,
  operations,
  type Param,
  sendInvites,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { describe, test } from "vitest";
import { z } from "zod";

import { compileParameters } from "../src/parameters/parameters.ts";
import { oversizedOf, type Shape } from "./oversized.ts";

/** An operation with this parameter alone. */
function alone(name: string, param: Param): Operation {
  return operation({
    name: "alone",
    method: "POST",
    path: param.wire === "path" ? `/alone/{${name}}` : "/alone",
    owner: "messages",
    auth: "none",
    scope: "any",
    params: { [name]: param },
    response: z.object({}),
    errors: [],
    doc: "Alone",
  });
}

/** The refusal of a value; undefined when it is taken. */
function refusalOf(name: string, param: Param, value: unknown): AppError | undefined {
  const binder = compileParameters(alone(name, param));
  const written =
    typeof value === "string" && param.wire !== "json" ? value : JSON.stringify(value);
  try {
    if (param.wire === "path") binder.bind({ [name]: written }, new Map());
    else binder.bind({}, new Map([[name, written]]));
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Of texts that upstream refuses in words of its own. */
const ownWords = new Set([
  "Channel name too long (limit: 60 characters).",
  "Name too long!",
  "Too many messages requested (maximum 5000).",
  "User group name cannot exceed 100 characters.",
]);

describe("what is larger than the contract announces is refused, with the parameter's name", () => {
  for (const { name: operationName, params } of operations)
    test(`${operationName} refuses what is larger than it announces, with the parameter's name`, ({
      expect,
    }) => {
      for (const [name, param] of Object.entries(params)) {
        const shape = z.toJSONSchema(param.schema, {
          io: "input",
          unrepresentable: "any",
        }) as Shape;
        for (const { value, where } of oversizedOf(shape, name)) {
          const refusal = refusalOf(name, param, value);
          expect(refusal?.code, where).toBe("BAD_REQUEST");
          if (!ownWords.has(refusal?.message ?? ""))
            expect(refusal?.message).toMatch(new RegExp(`^${name}.* (is|are) too long`));
        }
      }
    });
});

describe("what is limited together is refused too, and the most is taken", () => {
  const emails = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@x.com`);
  const quotes = (count: number) => '"a"'.repeat(count);
  const search = (operand: string) => ({ operator: "search", operand, negated: true });
  test.for([
    [
      sendInvites.params.invitee_emails,
      emails(200).join(","),
      emails(201).join("\n"),
      "invitee_emails has too many addresses (limit: 200)",
    ],
    [
      getMessages.params.narrow,
      [search("x".repeat(1000)), search("x".repeat(999))],
      [search("x".repeat(1000)), search("x".repeat(1000))],
      "Invalid narrow: Value error, searches are too long together (limit: 2000 characters)",
    ],
    [
      getMessages.params.narrow,
      [search(quotes(10)), search(quotes(10))],
      [search(quotes(10)), search(quotes(11))],
      "Invalid narrow: Value error, searches for too many quoted phrases (limit: 20)",
    ],
  ] as const)(
    "values that are limited together are refused beyond the limit, and taken up to it: case %#",
    ([param, most, tooMuch, message], { expect }) => {
      const name = message.includes("narrow") ? "narrow" : "invitee_emails";
      expect(refusalOf(name, param, most)).toBeUndefined();
      expect(refusalOf(name, param, tooMuch)?.message).toBe(message);
    },
  );
});

test("lists that are too long are refused before their items are looked at", ({ expect }) => {
  const broken = Array.from({ length: 100_000 }, () => ({}));
  const list = json(z.array(z.int()).max(10));
  expect(refusalOf("ids", list, broken)?.message).toBe("ids is too long (limit: 10 items)");
  const either = json(z.union([z.array(z.int()).max(10), z.array(z.string()).max(20)]));
  expect(refusalOf("ids", either, broken)?.message).toBe("ids is too long (limit: 20 items)");
});

describe("null is refused where the schema does not allow it", () => {
  for (const { name: operationName, params } of operations)
    test(`${operationName} refuses null where its schema does not allow it`, ({ expect }) => {
      for (const [name, param] of Object.entries(params)) {
        if (param.wire !== "json") continue;
        const refusal = refusalOf(name, param, null);
        if (param.schema.safeParse(null).success) expect(refusal, name).toBeUndefined();
        else expect(refusal?.message, name).toMatch(new RegExp(`^(Invalid )?${name}\\b`));
      }
    });

  test("null is taken by the parameters that allow it, and by no others", ({ expect }) => {
    const nullable = operations.flatMap(({ name: operationName, params }) =>
      Object.entries(params)
        .filter(([, { schema, wire }]) => wire !== "text" && schema.safeParse(null).success)
        .map(([name]) => `${operationName} ${name}`),
    );
    expect(nullable.toSorted()).toEqual([
      "addNavigationView name",
      "createApiKey channel_ids",
      "createApiKey expires_in_days",
      "createChannel folder_id",
      "createInviteLink invite_expires_in_minutes",
      "getEvents event_types",
      "registerQueue event_types",
      "sendInvites invite_expires_in_minutes",
      "subscribe folder_id",
      "updateChannel folder_id",
      "updateMessageFlagsForNarrow narrow",
      "updateSubscriptions folder_id",
    ]);
  });
});
