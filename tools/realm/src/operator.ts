import { createServicePool, type ServicePool } from "@team-chat/http";
import { createIdentitySigner, type Identity } from "@team-chat/identity";

import type { Stack } from "./locate-stack.ts";

/** As whom the operator's internal operations are called. */
export const operatorIdentity: Identity = { kind: "service", name: "realm" };

/** The way to the services. */
export interface Operator extends AsyncDisposable {
  readonly users: ServicePool;
  readonly channels: ServicePool;
}

/** Opens connections when they are first needed. */
export function openOperator(stack: Stack): Operator {
  const signer = createIdentitySigner(stack.identityKey);
  const users = createServicePool(stack.usersUrl, { name: "users", signer });
  const channels = createServicePool(stack.channelsUrl, { name: "channels", signer });
  return {
    users,
    channels,
    [Symbol.asyncDispose]: async () => {
      await users.close();
      await channels.close();
    },
  };
}
