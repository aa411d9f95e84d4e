import type { IncomingMessage } from "node:http";

import { listSampleMails } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import { self } from "../realms/proofs.ts";
import type { Visits } from "./visits.ts";

interface MailSamplesParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
}

export type SampleMail = z.output<typeof listSampleMails.output>["mails"][number];

/** Lists what e-mail of each kind looks like (docs/behaviour/mail.md#previews). */
export class MailSamples {
  readonly #parts: MailSamplesParts;

  constructor(parts: MailSamplesParts) {
    this.#parts = parts;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE */
  async list(req: IncomingMessage): Promise<readonly SampleMail[]> {
    const { users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const { mails } = await users.call(listSampleMails, self, { realmId }, { realmId });
    return mails;
  }
}
