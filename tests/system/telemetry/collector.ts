import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A span as it was exported. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly attributes: ReadonlyMap<string, string | number>;
}

/** Receives spans by OTLP over HTTP, and keeps them. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const server = createServer((req, res) => {
    void buffer(req).then((body) => {
      if (req.url === "/v1/traces") spans.push(...spansOf(body));
      res.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { spans, url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/** Fields of a message of Protocol Buffers by number: bytes, or the value of a number. */
type Fields = ReadonlyMap<number, readonly (Buffer | number)[]>;

function spansOf(body: Buffer): ReceivedSpan[] {
  return messages(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const [resource = new Map()] = messages(resourceSpans, 1);
    const service = String(attributesOf(resource, 1).get("service.name"));
    return messages(resourceSpans, 2)
      .flatMap((scopeSpans) => messages(scopeSpans, 2))
      .map((span) => ({
        service,
        traceId: bytesOf(span, 1).toString("hex"),
        spanId: bytesOf(span, 2).toString("hex"),
        parentId: bytesOf(span, 4).toString("hex"),
        name: bytesOf(span, 5).toString(),
        attributes: attributesOf(span, 9),
      }));
  });
}

function attributesOf(fields: Fields, number: number): Map<string, string | number> {
  return new Map(
    messages(fields, number).map((pair) => {
      const [value = new Map()] = messages(pair, 2);
      const integer = value.get(3)?.[0];
      return [
        bytesOf(pair, 1).toString(),
        typeof integer === "number" ? integer : bytesOf(value, 1).toString(),
      ];
    }),
  );
}

function bytesOf(fields: Fields, number: number): Buffer {
  const value = fields.get(number)?.[0];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}

function messages(fields: Fields, number: number): Fields[] {
  return (fields.get(number) ?? []).map((value) =>
    fieldsOf(Buffer.isBuffer(value) ? value : Buffer.alloc(0)),
  );
}

/** Lengths of fields by their wire type; the others say theirs. */
const fixedLengths = new Map([
  [1, 8],
  [5, 4],
]);

function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, (Buffer | number)[]>();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const tag = varint();
    const type = tag & 7;
    const value = type === 0 ? varint() : take(fixedLengths.get(type) ?? varint());
    const number = tag >> 3;
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}
