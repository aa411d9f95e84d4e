import type { RawResponse } from "./response-parser.ts";

/** Reads the JSON object of a response. @throws Error on any status but 200, and on an error envelope. */
export function readJson(response: RawResponse): Record<string, unknown> {
  const text = response.body.toString("utf8");
  if (response.status !== 200) {
    throw new Error(`the target answered ${response.status}: ${text.slice(0, 300)}`);
  }
  const json: unknown = JSON.parse(text);
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new Error(`the target answered no JSON object: ${text.slice(0, 300)}`);
  }
  if ("result" in json && json.result !== "success") {
    throw new Error(`the target answered an error: ${text.slice(0, 300)}`);
  }
  return { ...json };
}
