import { mkdir, writeFile } from "node:fs/promises";
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
export function smtpDelivery(url: string): Deliver {
  const transport = createTransport(url);
  return async (mail) => {
    await transport.sendMail(mail);
  };
}

/** Into a folder, a file each, for development. */
export function folderDelivery(folder: string): Deliver {
  let count = 0;
  return async ({ from, to, subject, text }) => {
    await mkdir(folder, { recursive: true });
    count += 1;
    const file = path.join(folder, `${Date.now()}-${String(count).padStart(6, "0")}.eml`);
    const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`].join("\r\n");
    await writeFile(file, `${head}\r\n\r\n${text}`);
  };
}
