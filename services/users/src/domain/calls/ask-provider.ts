/** Answer of a provider. */
export interface ProviderAnswer {
  readonly status: number;
  readonly text: string;
}

/** A provider did not answer. The reason names no address and no secret. */
export class ProviderSilent extends Error {
  override readonly name = "ProviderSilent";
}

const timeoutMs = 5000;
const maxAnswerBytes = 64 * 1024;

interface Question {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

/**
 * Asks a server that the operator has configured, which may well be in the installation's own network. Redirects are
 * not followed, so that credentials go nowhere else.
 * @throws ProviderSilent after five seconds, or when the answer is no usable one
 */
export async function askProvider(url: string, question: Question = {}): Promise<ProviderAnswer> {
  try {
    const response = await fetch(url, {
      ...question,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await textOf(response) };
  } catch (error) {
    if (error instanceof ProviderSilent) throw error;
    throw new ProviderSilent(reasonOf(error));
  }
}

/** Returns a question with a JSON body. */
export function jsonQuestion(body: object, headers: Readonly<Record<string, string>>): Question {
  return {
    method: "POST",
    headers: { ...headers, accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** Returns the JSON of an answer, or null when it is none. */
export function jsonOf({ text }: ProviderAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Tells whether the provider did what it was asked for. */
export function isDone({ status }: ProviderAnswer): boolean {
  return status >= 200 && status < 300;
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > maxAnswerBytes) throw new ProviderSilent("the answer is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `no answer within ${timeoutMs / 1000} seconds`;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "no answer";
}
