/**
 * For what tests ask of JetStream and of browsers: a machine that has much else to do may not answer within the seconds
 * that are usual.
 */
export const patient = { timeout: 240_000 };
