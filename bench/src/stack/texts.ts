/** Number from 0 below 1 that the message and a number within it determine, in SQL; small ones are common. */
const share = "power((hashint8(n * 64 + at) & 2147483647) / 2147483648.0, 3)";

/** The word of a number, in SQL: letters alone, and no ending that a stem would lose. */
const word = (number: string) =>
  `'w' || translate((${number})::text, '0123456789', 'bcdfghjklm') || 'o'`;

/** Each tenth message is 30 of 3,000 characters, the others six of 5,000 words and their number. */
export const texts = `case when hashint8(n) % 10 = 0 then (
    select string_agg(chr(19968 + floor(3000 * ${share})::int), '' order by at) from generate_series(1, 30) at
  ) else (
    select string_agg(${word(`floor(5000 * ${share})::int`)}, ' ' order by at) from generate_series(1, 6) at
  ) || ' ' || n end`;

/** Words of 0.8 to 1.7 of a hundred messages: too rare to be found among the newest few thousand. */
export const hundredth = Array.from({ length: 40 }, (_, at) => word(String(20 + at)));
