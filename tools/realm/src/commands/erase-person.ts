import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";

import {
  erasedMessages,
  erasePerson as erase,
  getErasures,
  type OperatorErasure,
} from "@team-chat/contract";

import type { OperatorClient } from "../operator-client.ts";
import type { Outcome } from "../outcome.ts";
import { onlySubdomain, UsageError } from "../usage.ts";
import { askPatiently } from "./ask-patiently.ts";

const lookEveryMs = 1000;

/** `erase-person`: erases a person, and says how far that is until it is done. */
export async function erasePerson(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      messages: { type: "string" },
      confirm: { type: "string", default: "" },
    },
    allowPositionals: true,
  });
  const [subdomain, email, ...rest] = positionals;
  if (subdomain === undefined || email === undefined || rest.length > 0)
    throw new UsageError("erase-person takes a subdomain and an address.");
  const messages = erasedMessages.find((one) => one === values.messages);
  if (messages === undefined)
    throw new UsageError(`--messages is one of ${erasedMessages.join(", ")}.`);
  const { id: organizationId } = await operator.find(subdomain);
  const input = { email, confirm: values.confirm, messages };
  const { erasure } = await operator.call(erase, { organizationId, input });
  const done = await waitFor(operator, organizationId, erasure?.user_id ?? 0);
  return { lines: describe(done), json: done };
}

/** `erasures`: people who were erased, or are being erased. */
export async function listErasures(
  operator: OperatorClient,
  args: readonly string[],
): Promise<Outcome> {
  const { id: organizationId } = await operator.find(onlySubdomain("erasures", args));
  const all: OperatorErasure[] = [];
  for (let after = 0, isMore = true; isMore;) {
    const input = { after };
    const { erasures } = await operator.call(getErasures, { organizationId, input });
    all.push(...erasures);
    after = erasures.at(-1)?.user_id ?? after;
    isMore = erasures.length > 0;
  }
  return { lines: all.map((one) => JSON.stringify(one)), json: all };
}

async function waitFor(
  operator: OperatorClient,
  organizationId: number,
  userId: number,
): Promise<OperatorErasure> {
  const input = { after: userId - 1, limit: 1 };
  for (let said = ""; ;) {
    const { erasures } = await askPatiently(() =>
      operator.call(getErasures, { organizationId, input }),
    );
    const [found] = erasures;
    if (found?.user_id !== userId) throw new UsageError(`Nobody erases user ${userId}.`);
    if (found.state === "done") return found;
    const now = `${found.failure || found.step || found.state}: ${found.deleted} deleted`;
    if (now !== said) console.error(now);
    said = now;
    await setTimeout(lookEveryMs);
  }
}

function describe({ deleted, exports, places, user_id: userId }: OperatorErasure): string[] {
  return [
    `User ${userId} is erased: ${deleted} deleted, nothing found in ${places} places.`,
    ...exports.map(
      ({ id, kept_until: until, of }) =>
        `Export ${id} of the ${of.replace("_", " ")} has the person until ${new Date(until * 1000).toISOString()}.`,
    ),
  ];
}
