import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Transporter } from "nodemailer";

/** One e-mail on its way out. */
interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Shown instead of the text by programs that can; null when there is none. */
  readonly html: string | null;
  /** Address at which a mail program ends such e-mail by one click; null for e-mail that nobody subscribes to. */
  readonly unsubscribeUrl: string | null;
}

/** Hands an e-mail over; throws when it was not taken. */
export type Deliver = (mail: OutgoingMail) => Promise<void>;

/** Through a mail server, `smtp://user:password@host:port` or `smtps://…`. */
function smtpDelivery(url: string): Deliver {
  let transport: Transporter | null = null;
  return async ({ html, unsubscribeUrl, ...mail }) => {
    // Loaded with the first e-mail: no start waits for it.
    const { createTransport } = await import("nodemailer");
    transport ??= createTransport(url);
    const headers = headersOf(unsubscribeUrl);
    await transport.sendMail({ ...mail, ...(html === null ? {} : { html }), headers });
  };
}

/** Lets mail programs end e-mail by one click (RFC 8058), and says that nobody has written it by hand (RFC 3834). */
function headersOf(unsubscribeUrl: string | null): Readonly<Record<string, string>> {
  if (unsubscribeUrl === null) return {};
  return {
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "Auto-Submitted": "auto-generated",
  };
}

/** Into a folder, as one file of text and one of HTML, for development; named by the clock, in ms since 1970. */
function folderDelivery(folder: string, now: () => number): Deliver {
  let count = 0;
  return async ({ from, html, subject, text, to, unsubscribeUrl }) => {
    await mkdir(folder, { recursive: true });
    count += 1;
    const file = path.join(folder, `${now()}-${String(count).padStart(6, "0")}`);
    const further = Object.entries(headersOf(unsubscribeUrl)).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, ...further].join("\r\n");
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
