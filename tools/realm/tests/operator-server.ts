import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { type OperatorOperation, operatorOperations } from "@team-chat/contract";
import { z } from "zod";

/** An operator's interface that knows one of everything, all with the id 1, and for which everything is done. */
export interface OperatorServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts it. Pages behind the first one have nothing. */
export async function startOperatorServer(): Promise<OperatorServer> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    request.resume();
    const found = operatorOperations.find(
      ({ method, path }) => method === request.method && formOf(path).test(pathname),
    );
    const behind = Number(searchParams.get("after") ?? 0) + Number(searchParams.get("before") ?? 0);
    if (found === undefined) response.writeHead(404).end("{}");
    else if (found.file !== undefined) response.end("bytes");
    else response.end(JSON.stringify(answerOf(found, behind > 0)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function formOf(path: string): RegExp {
  return new RegExp(`^/operator/v1${path.replace("{organization_id}", String.raw`\d+`)}$`);
}

/** Answers with one of everything; with nothing in lists that go on behind, or whose parts have rules of their own. */
function answerOf({ output }: OperatorOperation, isBehind: boolean): object {
  const fields = Object.entries(output.shape).map(([name, form]) => {
    const sample = sampleOf(form);
    const isEmpty = form instanceof z.ZodArray && (isBehind || !form.safeParse(sample).success);
    return [name, isEmpty ? [] : sample] as const;
  });
  return { result: "success", msg: "", ...Object.fromEntries(fields) };
}

/** Makes a value of a form, the one that means "done" where there is one. */
function sampleOf(form: unknown): unknown {
  if (form instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(form.shape).map(([name, field]) => [name, sampleOf(field)]),
    );
  if (form instanceof z.ZodArray) return [sampleOf(form.element)];
  if (form instanceof z.ZodEnum) return form.options.includes("done") ? "done" : form.options[0];
  if (form instanceof z.ZodOptional || form instanceof z.ZodDefault) return sampleOf(form.unwrap());
  if (form instanceof z.ZodUnion) return sampleOf(form.options[0]);
  if (form instanceof z.ZodLiteral) return form.value;
  if (form instanceof z.ZodNullable) return null;
  if (form instanceof z.ZodRecord) return {};
  if (form instanceof z.ZodBoolean) return true;
  if (form instanceof z.ZodNumber) return 1;
  return "https://some.example";
}
