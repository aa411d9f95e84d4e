/**
 * The password of every role in a test run: roles belong to the whole server, which all test files of the run share.
 */
export const rolePassword = "secret";
