/** Somebody as a provider knows them. */
export interface ProvidedIdentity {
  readonly nameId: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
}

/** Differences of a response to a right one; times are seconds from now. */
export interface SaidOtherwise {
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly issuer?: string;
  readonly inResponseTo?: string | undefined;
  readonly nameIdFormat?: string;
  readonly sessionIndex?: string;
  readonly from?: number;
  readonly until?: number;
  readonly issued?: number;
  readonly id?: string;
}

interface Facts extends SaidOtherwise {
  readonly audience: string;
  readonly recipient: string;
  readonly issuer: string;
}

const protocol = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"';
const assertion = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

/** Writes a response without signatures. */
export function responseXml(facts: Facts, { attributes = {}, nameId }: ProvidedIdentity): string {
  const { audience, from = -10, id = newId(), issued = 0, issuer, recipient, until = 300 } = facts;
  const answers = facts.inResponseTo === undefined ? "" : ` InResponseTo="${facts.inResponseTo}"`;
  const session = facts.sessionIndex === undefined ? "" : ` SessionIndex="${facts.sessionIndex}"`;
  const announced = Object.entries(attributes).map(([name, values]) => {
    const texts = [values].flat().map((one) => `<saml:AttributeValue>${one}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${texts.join("")}</saml:Attribute>`;
  });
  const statement = `<saml:AttributeStatement>${announced.join("")}</saml:AttributeStatement>`;
  return [
    `<samlp:Response ${protocol} ${assertion} ID="${newId()}" Version="2.0" IssueInstant="${at(issued)}"`,
    ` Destination="${facts.destination ?? recipient}"${answers}><saml:Issuer>${issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>`,
    `<saml:Assertion ID="${id}" Version="2.0" IssueInstant="${at(issued)}"><saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${facts.nameIdFormat ?? persistent}">${nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">`,
    `<saml:SubjectConfirmationData NotOnOrAfter="${at(until)}" Recipient="${recipient}"${answers}/>`,
    `</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction>`,
    `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(issued)}"${session}/>${announced.length === 0 ? "" : statement}`,
    `</saml:Assertion></samlp:Response>`,
  ].join("");
}

interface LogOutFacts {
  readonly issuer: string;
  readonly destination: string;
  readonly nameId: string;
  readonly sessionIndex?: string | undefined;
  readonly issued?: number;
}

/** Writes a request to log somebody out, without a signature. */
export function logOutXml(facts: LogOutFacts): string {
  const { destination, issued = 0, issuer, nameId, sessionIndex } = facts;
  const session =
    sessionIndex === undefined ? "" : `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`;
  return [
    `<samlp:LogoutRequest ${protocol} ${assertion} ID="${newId()}" Version="2.0" IssueInstant="${at(issued)}"`,
    ` Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:NameID Format="${persistent}">${nameId}</saml:NameID>${session}</samlp:LogoutRequest>`,
  ].join("");
}

function newId(): string {
  return `_${crypto.randomUUID()}`;
}

function at(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}
