export { composeMail, type ComposedMail, type Letter, type LetterHead } from "./compose-mail.ts";
