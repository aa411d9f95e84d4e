// The library's own types bring those of browsers with them, which then hold in all our code; so what tests use of it
// is declared beside this.
export { IdentityProvider, ServiceProvider, setSchemaValidator } from "samlify";
