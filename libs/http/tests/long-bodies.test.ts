import { describe, test } from "vitest";

import { provenBody, startGateway, use } from "./gateway.ts";
import { refusingUrl, startUpstream } from "./upstream.ts";

describe("a request with a long body", () => {
  const big = Buffer.alloc(3_000_000, "abc");
  const bodies: [string, () => RequestInit][] = [
    ["announced", () => ({ body: big })],
    ["not announced", () => ({ body: new Blob([big]).stream(), duplex: "half" })],
  ];

  test.for(bodies)(
    "%s is taken whole by the next process when the first refuses it",
    async ([, init], { expect }) => {
      const upstream = use(await startUpstream((req, res) => void provenBody(req).pipe(res)));
      const gone = [refusingUrl(), refusingUrl(), refusingUrl()];
      for (const refusing of gone) {
        const { url } = await startGateway(`${refusing},${upstream.url}`);
        const response = await fetch(url, { method: "POST", ...init() });
        expect(response.status).toBe(200);
        expect(Buffer.from(await response.arrayBuffer()).equals(big)).toBe(true);
      }
    },
  );

  test.for(bodies)(
    "%s ends with 503 or a closed connection when the process goes away",
    async ([, init], { expect }) => {
      const upstream = use(await startUpstream((req) => void req.socket.destroy()));
      const { url, outcomes } = await startGateway(upstream.url);
      const response = await fetch(url, { method: "POST", ...init() }).catch(
        (error: unknown) => error,
      );
      expect(response instanceof Response ? response.status : response).toSatisfy(
        (outcome) => outcome === 503 || outcome instanceof TypeError,
      );
      expect(outcomes).toMatchObject([{ code: "SERVICE_UNAVAILABLE" }]);
    },
  );

  test.for(bodies)(
    "%s is answered with 503 when no process takes it",
    async ([, init], { expect }) => {
      const { url } = await startGateway(refusingUrl());
      const response = await fetch(url, { method: "POST", ...init() });
      expect(response.status).toBe(503);
    },
  );
});
