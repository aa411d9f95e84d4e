interface Binding {
  readonly Binding: string;
  readonly Location: string;
}

interface Peer {
  readonly entityMeta: {
    getEntityID(): string;
    getAssertionConsumerService(binding: string): string;
    getSingleLogoutService(binding: string): string;
  };
}

type Written = () => { readonly id: string; readonly context: string };

interface Self extends Peer {
  createLoginResponse(
    peer: Peer,
    request: object,
    binding: string,
    user: object,
    written: Written,
  ): Promise<{ readonly context: string }>;
  parseLoginRequest(
    peer: Peer,
    binding: string,
    request: { readonly query: object; readonly octetString: string },
  ): Promise<{ readonly extract: { readonly request?: Readonly<Record<string, string>> } }>;
  createLogoutRequest(
    peer: Peer,
    binding: string,
    user: object,
    options: { readonly relayState: string; readonly customTagReplacement: Written },
  ): { readonly context: string };
}

interface Settings {
  readonly entityID: string;
  readonly privateKey: string;
  readonly signingCert: string;
  readonly wantAuthnRequestsSigned: boolean;
  readonly requestSignatureAlgorithm: string;
  readonly singleSignOnService: readonly Binding[];
  readonly singleLogoutService: readonly Binding[];
}

interface PeerSettings {
  readonly entityID: string;
  readonly wantLogoutRequestSigned: boolean;
  readonly singleLogoutService: readonly Binding[];
}

export function IdentityProvider(settings: Settings): Self;
export function ServiceProvider(settings: PeerSettings | { readonly metadata: string }): Peer;
export function setSchemaValidator(validator: { validate(): Promise<string> }): void;
