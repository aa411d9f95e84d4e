import type { JsMsg } from "@nats-io/jetstream";
import {
  type Bundle,
  type BundleFacts,
  bundle,
  factsHeader,
  openBundle,
  readFacts,
  realmOfSubject,
} from "@team-chat/contract";
import type { Scope } from "@team-chat/telemetry";

import { scopeOfMessage } from "./message-scope.ts";

/** A bundle of the stream, of which nothing but its headers was read. */
export class ReceivedBundle {
  /** Null in bundles of earlier releases, which may concern anybody. */
  readonly facts: BundleFacts | null;
  readonly realm: number;
  /** Its position in the stream. */
  readonly sequence: number;
  /** Of the request that it comes from, while requests are traced. */
  readonly scope: Scope | undefined;
  readonly #message: JsMsg;

  constructor(message: JsMsg) {
    this.facts = readFacts(message.headers?.get(factsHeader) ?? null);
    this.realm = realmOfSubject(message.subject);
    this.sequence = message.seq;
    this.scope = scopeOfMessage(message);
    this.#message = message;
  }

  /** @throws ZodError when it is no bundle */
  parse(): Bundle {
    return parseBundle(this.#message.string());
  }
}

/** @throws ZodError when it is no bundle */
export function parseBundle(text: string): Bundle {
  return bundle.parse(openBundle(text));
}
