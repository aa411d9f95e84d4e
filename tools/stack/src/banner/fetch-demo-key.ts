const timeoutMs = 5000;

/**
 * Returns the API key of a demo account.
 *
 * @throws Error with the server's answer when it gives none.
 */
export async function fetchDemoKey(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/dev_fetch_api_key`, {
    method: "POST",
    body: new URLSearchParams({ username: email }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  const { api_key: key } = JSON.parse(text) as { api_key?: string };
  if (key === undefined) throw new Error(`No API key for ${email}: ${text}`);
  return key;
}
