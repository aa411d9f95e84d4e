import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { nextLook } from "@team-chat/testkit";

interface Wanted {
  readonly email: string;
  readonly found: RegExp;
}

/** Waits in a folder of e-mail for one to an address with what is to be found in it, and returns that. */
export async function linkInMail(mailDir: string, { email, found }: Wanted): Promise<string> {
  for (;;) {
    const names = await readdir(mailDir).catch(() => []);
    for (const name of names.toSorted((a, b) => b.localeCompare(a))) {
      const letter = await readFile(join(mailDir, name), "utf8");
      const link = letter.includes(`To: ${email}\r\n`) ? found.exec(letter)?.[0] : undefined;
      if (link !== undefined) return link;
    }
    await nextLook();
  }
}
