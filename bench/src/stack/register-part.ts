import { registerOperations, type RegisterRequest } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { BenchOptions, Case, Measure } from "../bench.ts";
import { FloorProcess } from "../floors/floor-process.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { SenderPool } from "../load/sender-pool.ts";
import type { Stack } from "../stack.ts";
import { median } from "../statistics.ts";
import { signService } from "./sign-service.ts";

/** Answers how many bytes were read. */
export type Part = () => Promise<number>;

export interface Owner {
  readonly userId: number;
  readonly realmId: number;
}

interface Asking {
  readonly service: keyof typeof registerOperations;
  readonly owner: Owner;
  readonly request: RegisterRequest;
}

/** Opens one service's part of a register, asked for as the events service asks. */
export async function openPart(
  stack: Stack,
  { service, owner, request }: Asking,
  resources: AsyncDisposableStack,
): Promise<Part> {
  const { origin, signer } = await signService(stack, service);
  const url = new URL(origin);
  const pool = resources.use(await SenderPool.open(url, 1));
  const caller: Caller = {
    kind: "user",
    realm: { id: owner.realmId, subdomain: "", url: origin },
    userId: owner.userId,
    role: 100,
    isBot: false,
    client: "bench",
    usersVersion: 1,
  };
  const body = JSON.stringify(request);
  const target = `/internal/${registerOperations[service].name}`;
  return async () => {
    // The signature has its time.
    const signed = { method: "POST", target, to: url.host };
    const head = [
      `POST ${target} HTTP/1.1`,
      `host: ${url.host}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-identity: ${signer.sign(caller, signed, Buffer.from(body))}`,
    ];
    const answer = await pool.request(`${head.join("\r\n")}\r\n\r\n${body}`);
    if (answer.status !== 200) throw new Error(`${service} answered ${answer.status}`);
    return answer.body.length;
  };
}

/** Makes the case of a part beside a bare server that writes as many bytes from memory. */
export function partCase(
  options: BenchOptions,
  part: Part,
  { label, target }: Required<Pick<Case, "label" | "target">>,
): Case {
  return {
    label,
    unit: "ms",
    better: "lower",
    target,
    prepare: async (own) => {
      const bytes = await part();
      const floor = own.use(await FloorProcess.start("memory", { BYTES: String(bytes) }));
      const pool = own.use(await SenderPool.open(floor.url, 1));
      const url = new URL("/", floor.url);
      const request = requestBytes({ method: "POST", url, parameters: {} });
      return {
        floor: oneByOne(options, async () => (await pool.request(request)).body.length),
        ours: oneByOne(options, part),
      };
    },
  };
}

function oneByOne({ quick }: BenchOptions, part: Part): Measure {
  return async () => {
    const latenciesMs: number[] = [];
    for (let i = 0; i < (quick ? 3 : 10); i += 1) {
      const start = performance.now();
      await part();
      latenciesMs.push(performance.now() - start);
    }
    return { value: median(latenciesMs), latenciesMs };
  };
}
