import { everything, type Operator } from "./clause.ts";

/** `near`: everything; clients take their anchor from it. */
export const near: Operator = () => ({ where: everything });
