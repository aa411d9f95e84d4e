import type { IncomingMessage, ServerResponse } from "node:http";

import type { Cost } from "@team-chat/work";
import type { Dispatcher, Pool } from "undici";

import { costHeaderName, readCost } from "../answers/cost-header.ts";
import { endAfterRequest } from "../answers/end-after-request.ts";
import { returnedHeaders } from "./hop-headers.ts";

/** Destination of an answer. */
interface Destination {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Added to the headers of the answer. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Called when the answer begins. */
  readonly onAnswer?: () => void;
  /** Called with what the request has taken, before that. */
  readonly onCost?: (cost: Cost) => void;
}

/**
 * Sends a client's request over HTTP and writes the answer to the client as it comes, with back-pressure both ways: for
 * what a transport does not carry, and while there is none (`relay.ts`).
 * @returns the status answered
 * @throws what the connection failed with, while nothing was written yet
 */
export function relayHttpAnswer(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  destination: Destination,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  pool.dispatch(request, new ResponseRelay(destination, { resolve, reject }));
  return promise;
}

interface Outcome {
  resolve(status: number): void;
  reject(error: Error): void;
}

/** Writes what a service answers to the client's response as it comes. */
class ResponseRelay implements Dispatcher.DispatchHandler {
  readonly #destination: Destination;
  readonly #outcome: Outcome;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;

  constructor(destination: Destination, outcome: Outcome) {
    this.#destination = destination;
    this.#outcome = outcome;
  }

  readonly #onClose = () => {
    if (!this.#destination.res.writableFinished)
      this.#controller?.abort(new Error("The client went away."));
  };

  readonly #onDrain = () => this.#controller?.resume();

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    const { res } = this.#destination;
    if (res.destroyed) controller.abort(new Error("The client went away."));
    else res.on("close", this.#onClose);
  }

  onResponseStart(
    ...[, status, headers]: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>
  ): void {
    if (status < 200) return;
    this.#status = status;
    const { onAnswer, onCost, req, res, responseHeaders } = this.#destination;
    const cost = readCost(headers[costHeaderName]);
    if (cost !== null) onCost?.(cost);
    onAnswer?.();
    // What is left of the body is not read, so no next request can follow.
    if (status >= 400 && !req.complete) res.shouldKeepAlive = false;
    const flat = returnedHeaders(headers);
    for (const name in responseHeaders) flat.push(name, responseHeaders[name] ?? "");
    res.writeHead(status, flat);
    res.on("drain", this.#onDrain);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#destination.res.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#detach();
    endAfterRequest(this.#destination.res);
    this.#outcome.resolve(this.#status);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { res } = this.#destination;
    if (this.#status === 0 && !res.destroyed) {
      this.#detach();
      this.#outcome.reject(error);
      return;
    }
    // An answer that was begun cannot be taken back; cutting it off tells the client that it is not whole.
    if (!res.destroyed) res.destroy();
    this.#outcome.resolve(this.#status);
  }

  #detach(): void {
    this.#destination.res.off("close", this.#onClose).off("drain", this.#onDrain);
  }
}
