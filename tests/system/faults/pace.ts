/**
 * Milliseconds between two requests of one sender. Leaves most of the processor to what starts again after a fault;
 * there is no pause where faults are what is being measured.
 */
export const betweenMs = process.env["FAULT_ROUNDS"] === undefined ? 50 : 0;
