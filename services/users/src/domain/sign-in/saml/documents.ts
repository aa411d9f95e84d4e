import { AppError } from "@team-chat/errors";
import { z } from "zod";

/** Largest difference of the clocks of a provider and of ours. */
export const clockSkewMs = 60 * 1000;

/** Longest document, in characters; with many groups of a person one has some 50,000. */
const maxLength = 200_000;

/**
 * Refuses documents with which parsers are led astray: declarations of entities, comments within names, and signatures
 * with SHA-1, of which two texts can have the same.
 * @throws AUTHENTICATION_FAILED
 */
export function checkDocument(xml: string): void {
  checkText(xml);
  if (/xmldsig#(?:rsa-|hmac-)?sha1/.test(xml)) throw refused("the document is signed with SHA-1");
  if (/Algorithm\s*=\s*(?:"[^"]*&|'[^']*&)/.test(xml))
    throw refused("the document spells algorithms in another way");
}

/**
 * Refuses what is not even looked into.
 * @throws AUTHENTICATION_FAILED
 */
export function checkText(xml: string): void {
  if (xml.length > maxLength) throw refused("the document is too long");
  if (xml.includes("<!")) throw refused("the document has declarations or comments");
}

/** Makes the refusal of what a provider is said to have said; the reason is for the log. */
export function refused(reason: string): AppError {
  return new AppError("AUTHENTICATION_FAILED", reason);
}

/** Parses a document in the way in which the library does, without the prefixes of names. */
export async function parseDocument(xml: string): Promise<unknown> {
  const { parseStringPromise, processors } = await import("xml2js");
  return parseStringPromise(xml, {
    explicitCharkey: true,
    tagNameProcessors: [processors.stripPrefix],
  }) as Promise<unknown>;
}

const text = z
  .object({ _: z.string() })
  .transform(({ _ }) => _.trim())
  .pipe(z.string().min(1).max(1000));

const nameId = z.object({
  _: z.string().trim().min(1).max(500),
  $: z.object({ Format: z.string().max(200).optional() }).default({}),
});

/** Form of what a response has around the assertion; it need not be signed. */
export const responseForm = z.object({
  Response: z.object({
    $: z.object({
      Destination: z.string().optional(),
      InResponseTo: z.string().optional(),
    }),
    Issuer: z.tuple([text]).optional(),
  }),
});

const confirmation = z.object({
  $: z.object({ Method: z.string() }),
  SubjectConfirmationData: z
    .tuple([
      z.object({
        $: z.object({
          Recipient: z.string().optional(),
          NotBefore: z.string().optional(),
          NotOnOrAfter: z.string().optional(),
          InResponseTo: z.string().optional(),
        }),
      }),
    ])
    .optional(),
});

/** Form of an assertion, whose signature has been checked. */
export const assertionForm = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1).max(200), IssueInstant: z.string() }),
    Issuer: z.tuple([text]),
    Subject: z.tuple([
      z.object({ NameID: z.tuple([nameId]), SubjectConfirmation: z.array(confirmation) }),
    ]),
    AuthnStatement: z
      .array(
        z.object({ $: z.object({ SessionIndex: z.string().max(500).optional() }).default({}) }),
      )
      .min(1),
  }),
});

export type Assertion = z.output<typeof assertionForm>["Assertion"];

/** Form of a request to log somebody out, whose signature has been checked. */
export const logOutForm = z.object({
  LogoutRequest: z.object({
    $: z.object({
      ID: z.string().min(1).max(200),
      IssueInstant: z.string(),
      Destination: z.string().optional(),
    }),
    Issuer: z.tuple([text]),
    NameID: z.tuple([nameId]),
    SessionIndex: z.array(text).max(50).default([]),
  }),
});

export type LogOutRequest = z.output<typeof logOutForm>["LogoutRequest"];

/** Form of the attributes of somebody; what is no text is left out. */
export const attributesForm = z
  .record(z.string(), z.unknown())
  .default({})
  .transform((given) => {
    const kept = new Map<string, string | readonly string[]>();
    for (const [name, value] of Object.entries(given)) {
      const list: readonly unknown[] = Array.isArray(value) ? value : [value];
      const texts = list.filter((one) => typeof one === "string");
      const [only] = texts;
      if (only !== undefined) kept.set(name, texts.length === 1 ? only : texts);
    }
    return kept;
  });
