import { buildOpenApi, operations } from "@team-chat/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, test } from "vitest";

import { readExamples } from "../src/index.ts";

const examples = readExamples();
const document = buildOpenApi(operations, examples);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(JSON.parse(JSON.stringify(document)) as object, "document");

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly schema?: object;
    readonly content?: Readonly<Record<string, object>>;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { $ref?: string; content?: Record<string, object> }>>;
}

const described = Object.entries(document.paths).flatMap(([address, methods]) =>
  Object.entries(methods).map(([method, one]) => ({
    operation: one as unknown as Described,
    pointer: `document#/paths/${address.replaceAll("/", "~1")}/${method}`,
  })),
);

const noCall = "No provider of such calls is configured, and none has answered.";

/** Operations that nothing can make succeed where exchanges are recorded, with the reason. */
const refused: Readonly<Record<string, string>> = {
  joinBigBlueButtonCall: noCall,
  createNextcloudTalkCall: noCall,
  createConstructorGroupsCall: noCall,
  createZoomCall: noCall,
  createWebexCall: noCall,
  completeCallUser: noCall,
  sendTestNotification: "There is no push notification service.",
  sendE2eeTestNotification: "There is no push notification service.",
  registerPushDevice: "There is no push notification service.",
};

test("every operation has a recorded exchange (npm run generate:examples), and nothing else has", ({
  expect,
}) => {
  const names = operations.map(({ name }) => name).toSorted();
  expect([...examples.keys()].toSorted()).toEqual(names);
});

test("exchanges succeed wherever they can", ({ expect }) => {
  const failed = [...examples].filter(([, { response }]) => response.status >= 400);
  expect(failed.map(([name]) => name).toSorted()).toEqual(Object.keys(refused).toSorted());
});

test("exchanges hold no address and no day of the machine that recorded them", ({ expect }) => {
  const written = JSON.stringify([...examples]);
  expect(written).not.toMatch(/localhost|127\.0\.0\.1:(?!9\/)/);
  const years = [...written.matchAll(/"(20\d\d)-\d\d-\d\d/g)].map(([, year]) => year);
  expect(new Set(years)).toEqual(new Set(["2026"]));
});

/**
 * Lists the violations of its schema by the example at a place of the document; none when there is no schema or
 * example.
 */
function problems(pointer: string): readonly unknown[] {
  const place = pointer.slice("document#/".length).split("/");
  const found = place.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key.replaceAll("~1", "/")],
    document,
  ) as { readonly example?: unknown };
  if (found.example === undefined) return [];
  const escaped = pointer.replaceAll("{", "%7B").replaceAll("}", "%7D").replaceAll("*", "%2A");
  const validate = ajv.getSchema(`${escaped}/schema`);
  if (validate === undefined) return [`There is no schema at ${pointer}.`];
  void validate(found.example);
  return validate.errors ?? [];
}

describe("the recorded exchange agrees with the description", () => {
  for (const { operation, pointer } of described)
    test(`the recorded exchange of ${operation.operationId} agrees with the description`, ({
      expect,
    }) => {
      const { request, response } = examples.get(operation.operationId) ?? {};
      for (const [at, { content }] of (operation.parameters ?? []).entries()) {
        const inside = content === undefined ? "" : "/content/application~1json";
        expect(problems(`${pointer}/parameters/${at}${inside}`)).toEqual([]);
      }
      for (const type of Object.keys(operation.requestBody?.content ?? {}))
        expect(problems(`${pointer}/requestBody/content/${type.replace("/", "~1")}`)).toEqual([]);
      const answer = operation.responses[String(response?.status)];
      if (request === undefined || response === undefined || answer === undefined)
        throw new Error("No such answer is described.");
      const type = response.headers["content-type"];
      const types = Object.keys(answer.content ?? {});
      if (type !== "application/json") {
        const [kind] = type?.split("/") ?? [];
        if (type !== undefined)
          expect(types.some((one) => [type, `${kind}/*`, "*/*"].includes(one))).toBe(true);
        return;
      }
      expect(problems(`${pointer}/responses/${response.status}/content/application~1json`)).toEqual(
        [],
      );
    });
});
