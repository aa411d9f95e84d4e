import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { createTransport } from "nodemailer";

/** One e-mail on its way out. */
interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands an e-mail over; throws when it was not taken. */
export type Deliver = (mail: OutgoingMail) => Promise<void>;

/** Through a mail server, `smtp://user:password@host:port` or `smtps://…`. */
function smtpDelivery(url: string): Deliver {
  const transport = createTransport(url);
  return async (mail) => {
    await transport.sendMail(mail);
  };
}

/** Into a folder, a file each, for development; files are named by the clock, in milliseconds since 1970. */
function folderDelivery(folder: string, now: () => number): Deliver {
  let count = 0;
  return async ({ from, to, subject, text }) => {
    await mkdir(folder, { recursive: true });
    count += 1;
    const file = path.join(folder, `${now()}-${String(count).padStart(6, "0")}.eml`);
    const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`].join("\r\n");
    await writeFile(file, `${head}\r\n\r\n${text}`);
  };
}

interface DeliveryVariables {
  readonly SMTP_URL?: { readonly reveal: () => string } | undefined;
  readonly MAIL_DIR?: string | undefined;
  readonly MODE: "development" | "production";
}

/** Returns how e-mail leaves by this configuration; null when it waits in the database. */
export function deliveryOf(
  { SMTP_URL: smtp, MAIL_DIR: folder, MODE: mode }: DeliveryVariables,
  now: () => number,
): Deliver | null {
  if (smtp !== undefined) return smtpDelivery(smtp.reveal());
  if (folder !== undefined) return folderDelivery(folder, now);
  return mode === "development" ? folderDelivery(path.join(tmpdir(), "team-chat-mail"), now) : null;
}
