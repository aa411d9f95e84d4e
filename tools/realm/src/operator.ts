import { createIdentitySigner, type Identity } from "@team-chat/identity";
import { createServiceClient, type ServiceClient } from "@team-chat/rpc";

import type { Stack } from "./locate-stack.ts";

/** As whom the operator's internal operations are called. */
export const operatorIdentity: Identity = { kind: "service", name: "realm" };

/** The way to the services. */
export interface Operator extends AsyncDisposable {
  readonly users: ServiceClient;
  readonly channels: ServiceClient;
}

/** Opens connections when they are first needed. */
export function openOperator(stack: Stack): Operator {
  const signer = createIdentitySigner(stack.identityKey);
  const users = createServiceClient(stack.usersUrl, { name: "users", signer });
  const channels = createServiceClient(stack.channelsUrl, { name: "channels", signer });
  return {
    users,
    channels,
    [Symbol.asyncDispose]: async () => {
      await users.close();
      await channels.close();
    },
  };
}
