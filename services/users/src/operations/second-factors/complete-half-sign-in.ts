import type { completeHalfSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkCode } from "../../policies/second-factors/second-factors.ts";
import { completeHalf } from "../../workflows/authentication/complete-half.ts";
import { openCode, takeCode } from "../../workflows/second-factors/take-code.ts";

/** Signs in whoever gives a code where the second factor is lacking. */
export function completeHalfSignIn(
  ctx: Context,
  _: Identity,
  { code, ...input }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  return completeHalf(ctx, input, {
    prepare: ({ own }) => openCode(ctx, own, code),
    take: (tx, own, opened) => takeCode(tx, own, { ...opened, nowMs: ctx.now() }),
    check: checkCode,
  });
}
