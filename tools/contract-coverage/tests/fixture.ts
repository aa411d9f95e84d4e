import { subscribe, unsubscribe } from "node:diagnostics_channel";

import { json, operation, path, text, word } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  createServiceApp,
  listen,
  route,
  type SeenRequest,
  seenRequestsChannel,
} from "@team-chat/http";
import { type Caller, createIdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import { signedFetch } from "@team-chat/testkit";
import { z } from "zod";

/** An operation with a parameter of every kind. */
export const paint = operation({
  name: "paint",
  method: "POST",
  path: "/things/{thing_id}",
  owner: "messages",
  auth: "user",
  scope: "all",
  params: {
    thing_id: path(z.int()),
    color: word(z.enum(["red", "blue"])),
    title: text(z.string().optional(), "subject"),
    is_wet: json(z.boolean().default(false)),
  },
  response: z.object({ layers: z.array(z.object({ color: z.string().nullable() })) }),
  errors: ["BAD_REQUEST", "RESOURCE_NOT_FOUND"],
  doc: "Paint a thing\n\nFor tests.",
});

const realm = { id: 3, subdomain: "acme", url: "http://acme.localhost" };
const signer = createIdentitySigner("00112233445566778899aabbccddeeff");
const alice: Caller = {
  kind: "user",
  realm,
  userId: 11,
  role: 400,
  isBot: false,
  client: "tests",
  usersVersion: 0,
};

/** A service with that operation, and what was seen of its requests. */
export async function startPainter() {
  const seen: SeenRequest[] = [];
  const hear = (message: unknown) => void seen.push(message as SeenRequest);
  subscribe(seenRequestsChannel, hear);
  const app = createServiceApp({
    service: "painter",
    ctx: {},
    signer,
    logger: createLogger({ service: "painter", level: "silent" }),
    ready: () => Promise.resolve(),
    checkOutput: true,
    routes: [
      route(paint, (_ctx, _caller, { color, thing_id: id }) => {
        if (id === 13) throw new AppError("RESOURCE_NOT_FOUND", "No such thing.");
        if (id === 14) throw new AppError("BAD_REQUEST", "Invalid color");
        return { layers: id === 0 ? [] : [{ color: color === "red" ? color : null }] };
      }),
    ],
  });
  const running = await listen(app, { host: "127.0.0.1", port: 0 });
  return {
    seen,
    request: (id: string, fields: Record<string, string>) =>
      signedFetch(
        { signer, identity: alice },
        `http://127.0.0.1:${running.port}/api/v1/things/${id}`,
        {
          method: "POST",
          body: new URLSearchParams(fields),
        },
      ),
    async [Symbol.asyncDispose]() {
      unsubscribe(seenRequestsChannel, hear);
      await running.close();
    },
  };
}
