/**
 * For what tests ask of JetStream: a machine that has much else to do may not answer within the five seconds that are
 * usual.
 */
export const patient = { timeout: 240_000 };
