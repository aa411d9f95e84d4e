import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

import { identityHeader } from "@team-chat/identity";
import { serveInProcess } from "@team-chat/rpc";
import * as fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";

import { alice, type Fixture, signer, startFixture } from "./fixture.ts";
import { startGateway } from "./gateway.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.running.close());

async function answerTo(origin: string, method: string, target: string) {
  const { hostname, port } = new URL(origin);
  const headers = {
    [identityHeader]: signer.sign(alice, { method, target, to: `${hostname}:${port}` }, null),
  };
  const sent = request({ hostname, port, method, path: target, headers });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { allow, "content-type": type } = response.headers;
  return { status: response.statusCode, allow, type, body: await text(response) };
}

const parts = fc.constantFrom(
  ...`things views pictures echo Things th%69ngs double png %70ng 5 012 %35 a@b.c caf%C3%A9 a%20b a%2Fb +
  % %% %4 %zz %ff 100% # a#b \\ {x} ' ( * :id . .. ; & = [ | ^`.split(/\s+/),
  "",
);
const prefixes = fc.constantFrom(
  "/api/v1/",
  "/internal/",
  "/API/v1/",
  "/",
  "//",
  "http://h/api/v1/",
);
const queries = fc.constantFrom("", "?", "?title=a", "?title=%&x=1", "?title=#\\", "?a?b");
const targets = fc
  .tuple(prefixes, fc.array(parts, { maxLength: 3 }), queries)
  .map(([prefix, path, query]) => `${prefix}${path.join("/")}${query}`);
const methods = fc.constantFrom(
  "GET",
  "POST",
  "PATCH",
  "DELETE",
  "PUT",
  "HEAD",
  "OPTIONS",
  "TRACE",
);

test("a request over HTTP has the operation, or the refusal, that it has over a connection of our processes", async ({
  expect,
}) => {
  if (fixture.app.rpc === undefined) throw new Error("The service takes no connections.");
  using _server = serveInProcess("routes", fixture.app.rpc.handlers);
  const { url } = await startGateway("inproc://routes");
  await fc.assert(
    fc.asyncProperty(methods, targets, async (method, target) => {
      const routed = await answerTo(fixture.url, method, target);
      expect(routed).toEqual(await answerTo(url, method, target));
    }),
    { numRuns: 1000 },
  );
});

test.for([
  ["GET", "/api/v1/things/5", 200],
  ["HEAD", "/api/v1/things/5", 200],
  ["PATCH", "/api/v1/things/a%40b.c", 200],
  ["PATCH", "/api/v1/things/100%", 200],
  ["GET", "/api/v1/views/a/b//c%", 200],
  ["OPTIONS", "/api/v1/things/5", 204],
  ["PUT", "/api/v1/things/5", 405],
  ["GET", "/api/v1/Things/5", 404],
  ["GET", "/api/v1/things/5/", 404],
  ["GET", "/internal/double", 404],
] as const)("%s %s is answered with %d over HTTP", async ([method, target, status], { expect }) => {
  expect((await answerTo(fixture.url, method, target)).status).toBe(status);
});
