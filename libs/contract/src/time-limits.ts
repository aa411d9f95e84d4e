/** Most days of a setting: a time that long ago is still a date, here and in databases. */
export const mostDays = 999_999;

/** The last UNIX second that is a date. */
export const lastSecond = 8_640_000_000_000;
