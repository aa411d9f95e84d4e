import { json, type Operation, operations, text } from "@team-chat/contract";
import { test } from "vitest";
import { z } from "zod";

import { RequestPlan } from "./worst-requests.ts";

const plan = new RequestPlan({ name: "usual" }, { ids: [7, 8, 9] });

function operationWith(params: Operation["params"], method: Operation["method"]): Operation {
  const [some] = operations;
  if (some === undefined) throw new Error("There are no operations.");
  return { ...some, method, params };
}

test("texts, lists and numbers are as long and large as the contract permits", ({ expect }) => {
  const operation = operationWith(
    {
      name: text(z.string().max(60)),
      ids: json(z.array(z.int()).max(3)),
      until: json(z.int().max(99).optional()),
    },
    "POST",
  );
  expect(plan.ordinary(operation).values).toEqual({ name: "usual", ids: "[1]" });
  const worst = [...plan.worst(operation)];
  const valuesOf = (name: string) =>
    worst
      .filter(({ what }) => what.startsWith(`${name}: `))
      .map(({ values }) => values[name] ?? "");
  const names = valuesOf("name");
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect(name).toHaveLength(60);
  expect(valuesOf("ids")).toContain("[7,8,9]");
  expect(valuesOf("until")).toEqual(["99"]);
});

test("no request is longer than the gateway takes, and only one of its values is unusual", ({
  expect,
}) => {
  for (const operation of operations.filter(({ method }) => method === "GET")) {
    const { values: ordinary } = plan.ordinary(operation);
    for (const { values } of plan.worst(operation)) {
      const changed = Object.keys(values).filter((name) => values[name] !== ordinary[name]);
      expect(changed.length).toBeLessThanOrEqual(1);
      const [name = ""] = changed;
      const length = encodeURIComponent(values[name] ?? "").length;
      expect(length).toBeLessThanOrEqual(60_000);
    }
  }
});
