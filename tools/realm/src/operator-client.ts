import { randomUUID } from "node:crypto";

import { listOrganizations, type OperatorOperation, type Organization } from "@team-chat/contract";
import { z } from "zod";

import { UsageError } from "./usage.ts";

/** Address of the operator's interface, with a key for it. */
export interface OperatorAddress {
  readonly url: string;
  readonly key: string;
}

/** Nothing answers, or not to the end; a moment later something may. */
export class Unreachable extends UsageError {}

/** A refusal of the operator's interface. */
export class OperatorRefusal extends Error {
  override readonly name = "OperatorRefusal";
  /** Name of the input that is wrong; undefined when it is none. */
  readonly field: string | undefined;
  /** True if the same request may be answered a moment later. */
  readonly isPassing: boolean;

  constructor(
    message: string,
    { code, field }: { readonly code: string; readonly field: string | undefined },
  ) {
    super(message);
    this.field = field;
    this.isPassing = code === "SERVICE_UNAVAILABLE";
  }
}

const refusal = z.object({
  msg: z.string(),
  code: z.string().default(""),
  field: z.string().optional(),
});

function refusalOf(body: unknown): OperatorRefusal {
  const { code, field, msg } = refusal.parse(body);
  return new OperatorRefusal(msg, { code, field });
}

function placeOf(path: string, organizationId: number | undefined): string {
  return `/operator/v1${path.replace("{organization_id}", String(organizationId))}`;
}

function queryOf(input: object): string {
  return `?${new URLSearchParams(input as Record<string, string>).toString()}`;
}

interface Asked<I extends z.ZodObject> {
  /** Needed by paths that name one. */
  readonly organizationId?: number;
  readonly input: z.input<I>;
}

/** Speaks the operator's interface. */
export class OperatorClient {
  readonly #address: OperatorAddress;

  constructor(address: OperatorAddress) {
    this.#address = address;
  }

  /** @throws OperatorRefusal, Unreachable */
  async call<I extends z.ZodObject, O extends z.ZodObject>(
    operation: OperatorOperation<I, O>,
    asked: Asked<I>,
  ): Promise<z.output<O>> {
    const answer = await this.#ask(operation, asked);
    const body = await this.#bodyOf(answer);
    if (answer.ok) return operation.output.parse(body);
    throw refusalOf(body);
  }

  /** Opens a file. @throws OperatorRefusal, Unreachable */
  async open<I extends z.ZodObject, O extends z.ZodObject>(
    operation: OperatorOperation<I, O>,
    asked: Asked<I>,
  ): Promise<AsyncIterable<Uint8Array>> {
    const answer = await this.#ask(operation, asked);
    if (answer.ok && answer.body !== null) return answer.body;
    throw refusalOf(await this.#bodyOf(answer));
  }

  /** @throws UsageError when there is no organization with the subdomain */
  async find(subdomain: string): Promise<Organization> {
    const { organizations } = await this.call(listOrganizations, { input: { subdomain } });
    if (organizations[0] === undefined)
      throw new UsageError(`There is no organization '${subdomain}'.`);
    return organizations[0];
  }

  /** Sends bytes. @throws OperatorRefusal, Unreachable */
  async send<I extends z.ZodObject, O extends z.ZodObject>(
    { method, output, path, takes }: OperatorOperation<I, O>,
    { input, organizationId }: Asked<I>,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<z.output<O>> {
    const answer = await this.#fetch(`${placeOf(path, organizationId)}${queryOf(input)}`, {
      method,
      body: bytes,
      headers: { "Content-Type": takes?.type ?? "" },
    });
    const body = await this.#bodyOf(answer);
    if (answer.ok) return output.parse(body);
    throw refusalOf(body);
  }

  #ask<I extends z.ZodObject, O extends z.ZodObject>(
    { method, path }: OperatorOperation<I, O>,
    { input, organizationId }: Asked<I>,
  ): Promise<Response> {
    const isRead = method === "GET";
    const query = isRead ? queryOf(input) : "";
    return this.#fetch(`${placeOf(path, organizationId)}${query}`, {
      method,
      ...(isRead ? {} : { body: JSON.stringify(input) }),
    });
  }

  async #fetch(target: string, request: RequestInit): Promise<Response> {
    const { key, url } = this.#address;
    const headers = new Headers(request.headers);
    headers.set("Authorization", `Bearer ${key}`);
    headers.set("Idempotency-Key", randomUUID());
    return this.#reached(fetch(new URL(target, url), { ...request, headers }));
  }

  #bodyOf(answer: Response): Promise<unknown> {
    return this.#reached(answer.json());
  }

  async #reached<T>(answering: Promise<T>): Promise<T> {
    try {
      return await answering;
    } catch (error) {
      throw new Unreachable(`Nothing answers at ${this.#address.url}: ${String(error)}`);
    }
  }
}
