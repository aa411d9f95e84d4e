export {
  composeMail,
  type ComposedMail,
  type Letter,
  type LetterHead,
  type Quotation,
} from "./compose-mail.ts";
export { type Quote, quoteOf } from "./quote-of.ts";
