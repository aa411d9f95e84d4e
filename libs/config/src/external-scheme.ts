interface ExternalVariables {
  readonly MODE: "development" | "production";
  readonly EXTERNAL_SCHEME?: "http" | "https" | undefined;
}

/** Returns the scheme of the organizations' URLs. */
export function externalScheme({ EXTERNAL_SCHEME, MODE }: ExternalVariables): "http" | "https" {
  return EXTERNAL_SCHEME ?? (MODE === "development" ? "http" : "https");
}
