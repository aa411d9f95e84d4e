import type { BrowserContext } from "playwright-core";

/** Logs somebody in without a browser by a form of the page to log in, and returns the token of the session. */
export async function sessionOf(
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    headers: { Origin: url },
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  return /session=(\w+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? "";
}

/** Gives a browser a session, as somebody does who wants another person to use it. */
export async function plant(browser: BrowserContext, url: string, token: string): Promise<void> {
  const cookie = { url, httpOnly: true, sameSite: "Lax" } as const;
  await browser.addCookies([{ ...cookie, name: "session", value: token }]);
}

/** Returns the token of the session that a browser has; empty for none. */
export async function sessionIn(browser: BrowserContext, url: string): Promise<string> {
  const cookies = await browser.cookies(url);
  return cookies.find(({ name }) => name === "session")?.value ?? "";
}

/** Returns the address of whoever has this session; undefined for nobody. */
export async function ownerOf(url: string, token: string): Promise<unknown> {
  const answer = await fetch(`${url}/api/v1/users/me`, {
    headers: { Cookie: `session=${token}` },
  });
  return ((await answer.json()) as Record<string, unknown>)["delivery_email"];
}
