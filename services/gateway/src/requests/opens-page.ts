import type { IncomingMessage } from "node:http";

const methods: readonly (string | undefined)[] = ["GET", "HEAD"];
const ofApi = /^\/(?:api|json)\//;

/** Tells whether a browser opens a page: programs and scripts of pages ask for no HTML. */
export function opensPage({ headers, method, url = "" }: IncomingMessage): boolean {
  const asksForHtml = headers.accept?.includes("text/html") === true;
  return methods.includes(method) && asksForHtml && !ofApi.test(url);
}
