const place = "X";
const noJson = `${place} is not valid JSON`;
const is = (what: string) => `${place} is not ${what}`;
const noGroup = is("an integer");
const words = { "": `Invalid ${place}`, unheard: `Invalid ${place}`, "1": `Invalid ${place}` };
const tooLong = (limit: number) => `${place} is too long (limit: ${limit} characters)`;

/** For a choice of numbers, of which these are just outside. */
const oneOf = (...others: string[]) => ({
  x: noJson,
  '"2"': `Invalid ${place}`,
  true: `Invalid ${place}`,
  ...Object.fromEntries(others.map((other) => [other, `Invalid ${place}`])),
});

/**
 * Texts that a parameter of the kind refuses as they stand in the request, and the message, with X for the parameter.
 */
export const wrongValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  text: {},
  "app id": { "": `Invalid ${place}`, "an app": `Invalid ${place}`, a_b: `Invalid ${place}` },
  vendor: words,
  bool: {
    True: noJson,
    "1": is("a boolean"),
    '"true"': is("a boolean"),
    "": noJson,
  },
  "up to 100": { ["a".repeat(101)]: tooLong(100) },
  "256 characters": { ["a".repeat(257)]: tooLong(256) },
  "up to 4096": { ["a".repeat(4097)]: tooLong(4096) },
  "up to 1000": { ["a".repeat(1001)]: tooLong(1000) },
  "up to 20000": { ["a".repeat(20_001)]: tooLong(20_000) },
  "key id": {
    x: noJson,
    '"5"': is("an integer"),
    "-1": `${place} is too small`,
    "4294967296": `${place} is too large`,
  },
  "1 to 1000": {
    x: noJson,
    '"5"': is("an integer"),
    "0": `${place} is too small`,
    "1001": "Too many entries requested (maximum 1000).",
  },
  second: {
    x: noJson,
    '"5"': is("an integer"),
    "-1": `${place} is too small`,
    "253402300800": `${place} is too large`,
  },
  "whole number": { x: noJson, '"5"': is("an integer"), "-1": `${place} is too small` },
  int: { x: noJson, '"5"': is("an integer"), "1.5": is("an integer"), true: is("an integer") },
  role: {
    x: noJson,
    '"400"': is("an integer"),
    "150": `Invalid ${place}: Value error, Not in the list of possible values`,
  },
  "key days": {
    x: noJson,
    '"5"': is("an integer"),
    "0": `${place} is too small`,
    "3651": `${place} is too large`,
  },
  "key scopes": {
    x: noJson,
    "{}": is("a list"),
    "[]": `${place} is too short`,
    "[1]": `Invalid ${place}[0]`,
    '["write"]': `Invalid ${place}[0]`,
  },
  "up to a year": {
    x: noJson,
    '"5"': is("an integer"),
    "0": `${place} is too small`,
    "367": `${place} is too large`,
  },
  minutes: { x: noJson, '"5"': is("an integer"), "0": `${place} is too small` },
  ints: {
    "1,2": noJson,
    "7": is("a list"),
    '{"0":7}': is("a list"),
    '["a"]': `${place}[0] is not an integer`,
    "[1,2.5]": `${place}[1] is not an integer`,
  },
  texts: {
    a: noJson,
    '"a"': is("a list"),
    "[7]": `${place}[0] is not a string`,
    '["a",null]': `${place}[1] is not a string`,
  },
  list: { x: noJson, "{}": is("a list"), "[1]": `${place}[0] is not a dict` },
  "texts by name": {
    a: noJson,
    "[]": is("a dict"),
    '{"a":1}': `${place}["a"] is not a string`,
  },
  object: { a: noJson, "[]": is("a dict"), "5": is("a dict") },
  group: {
    x: noJson,
    '"5"': noGroup,
    "{}": `${place}["direct_members"] field is missing: Field required`,
    '{"direct_members":[],"direct_subgroups":["a"]}': `${place}["direct_subgroups"][0] is not an integer`,
  },
  change: {
    x: noJson,
    "5": is("a dict"),
    "{}": `${place}["new"] field is missing: Field required`,
    '{"new":"a"}': `${place}["new"] is not an integer`,
    '{"new":5,"old":"a"}': `${place}["old"] is not an integer`,
  },
  presence: { "": `Invalid ${place}: `, away: `Invalid ${place}: away` },
  "1-3": oneOf("0", "4"),
  "1-4": oneOf("0", "5"),
  "1-5": oneOf("0", "6"),
  "kind of organization": oneOf("11", "-1"),
  weekday: oneOf("7", "-1"),
  view: words,
  emojiset: words,
  animation: words,
  notice: words,
  history: words,
  "who needs a second factor": words,
  topics: words,
  language: words,
  "organization's language": {
    "": "Invalid language ''",
    xx: "Invalid language 'xx'",
  },
  sound: { bark: "Invalid notification sound 'bark'" },
  count: {
    x: noJson,
    '"5"': is("an integer"),
    "1.5": is("an integer"),
    "0": `${place} is too small`,
  },
  batching: {
    x: noJson,
    "1.5": is("an integer"),
    "0": "Invalid email batching period: 0 seconds",
    "604801": "Invalid email batching period: 604801 seconds",
  },
  "time zone": {
    "Mars/Olympus": `Invalid ${place}: Value error, Not a recognized time zone`,
    "": `Invalid ${place}: Value error, Not a recognized time zone`,
  },
  name: { " ": `${place} cannot be blank`, ["😀".repeat(41)]: tooLong(40) },
  "1000 characters": { ["😀".repeat(1001)]: tooLong(1000) },
  "8000 characters": { ["😀".repeat(8001)]: tooLong(8000) },
  "days of grace": { x: noJson, "-1": `${place} is too small`, "366": `${place} is too large` },
  days: { x: noJson, '"5"': is("an integer"), "-1": `${place} is too small` },
  methods: { x: noJson, "[]": is("a dict"), '{"Email":1}': `${place}["Email"] is not a boolean` },
  rating: { x: noJson, '"2"': is("an integer"), "9": `Invalid ${place} 9` },
  provider: { x: noJson, '"2"': is("an integer"), "9": `Invalid ${place} 9` },
  address: { nowhere: `${place} is not a URL`, ["x".repeat(201)]: tooLong(200) },
  limit: { "1.5": is("an integer"), true: is("an integer"), "[]": is("an integer") },
};

/** A value that a parameter of the kind takes, where another has to be reached. */
export const someValue: Readonly<Record<string, string>> = {
  text: "some text",
  bool: "true",
  int: "1",
  ints: "[]",
  texts: "[]",
  list: "[]",
  "texts by name": "{}",
  presence: "idle",
  id: "7",
  "key scopes": '["read"]',
  segment: "some-text",
  "app id": "org.example.App",
  vendor: "fcm",
  "call provider": "zoom",
  "256 characters": "some text",
  "up to 4096": "some text",
  "up to 1000": "some text",
  "up to 100": "some text",
};
