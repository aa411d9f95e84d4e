/** Address of the page with somebody's second factors; those that change them are below it. */
export const factorsPath = "/accounts/second-factors/";
