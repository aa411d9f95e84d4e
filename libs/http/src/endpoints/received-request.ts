import type { Operation } from "@team-chat/contract";
import type { IncomingRequest } from "@team-chat/rpc";
import { currentScope } from "@team-chat/telemetry";

import { type ArrivingFiles, ArrivingForm, noFiles } from "../parameters/arriving-form.ts";
import { parseParameters, readParameters } from "../parameters/given-parameters.ts";
import type { UploadedFile } from "../parameters/multipart.ts";
import type { GivenParameters } from "../parameters/parameters.ts";
import type { RequestFacts } from "./route.ts";

interface Limits {
  readonly upload: Operation["upload"];
  readonly maxFormBytes: number;
}

const multipartForm = /^multipart\/form-data\b/i;
const nothing = Buffer.alloc(0);

/** A request with all that an operation takes from it. Disposal reads no further in a body that is still arriving. */
export class ReceivedRequest implements RequestFacts, Disposable {
  readonly files: UploadedFile[] = [];
  readonly #request: IncomingRequest;
  readonly #limits: Limits;
  /** The body, when the operation takes its files as they arrive. */
  readonly #form: ArrivingForm | undefined;

  /** @throws BAD_REQUEST */
  constructor(request: IncomingRequest, limits: Limits) {
    this.#request = request;
    this.#limits = limits;
    const type = request.header("content-type") ?? "";
    if (limits.upload?.isStreamed === true && request.hasBody && multipartForm.test(type))
      this.#form = new ArrivingForm(request.stream(), type, limits.maxFormBytes);
  }

  /** Reads the parameters; files that do not arrive later are here then. @throws as `readParameters` */
  parameters(query: string): Promise<GivenParameters> {
    if (this.#form !== undefined)
      return parseParameters({ contentType: undefined, body: nothing, query });
    const { maxFormBytes, upload } = this.#limits;
    return readParameters(this.#request, query, {
      maxBytes: maxFormBytes + (upload?.maxBytes ?? 0),
      onFile: upload && ((file) => this.files.push(file)),
    });
  }

  /** Returns the fields that have come between the files. */
  get laterFields(): GivenParameters | undefined {
    return this.#form?.fields;
  }

  get arriving(): ArrivingFiles {
    return this.#form ?? noFiles;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  get requestId(): string {
    return currentScope()?.requestId ?? "";
  }

  get userAgent(): string | undefined {
    return this.header("user-agent");
  }

  get idempotencyKey(): string | undefined {
    return this.header("idempotency-key");
  }

  /** An abort signal is made only for who asks for it. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }

  [Symbol.dispose](): void {
    this.#form?.abandon();
  }
}
