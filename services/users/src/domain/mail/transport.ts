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
  /** Shown instead of the text by programs that can; null when there is none. */
  readonly html: string | null;
}

/** Hands an e-mail over; throws when it was not taken. */
export type Deliver = (mail: OutgoingMail) => Promise<void>;

/** Through a mail server, `smtp://user:password@host:port` or `smtps://…`. */
function smtpDelivery(url: string): Deliver {
  const transport = createTransport(url);
  return async ({ html, ...mail }) => {
    await transport.sendMail(html === null ? mail : { ...mail, html });
  };
}

/** Into a folder, as one file of text and one of HTML, for development; named by the clock, in ms since 1970. */
function folderDelivery(folder: string, now: () => number): Deliver {
  let count = 0;
  return async ({ from, html, subject, text, to }) => {
    await mkdir(folder, { recursive: true });
    count += 1;
    const file = path.join(folder, `${now()}-${String(count).padStart(6, "0")}`);
    const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`].join("\r\n");
    if (html !== null) await writeFile(`${file}.html`, html);
    await writeFile(`${file}.eml`, `${head}\r\n\r\n${text}`);
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
