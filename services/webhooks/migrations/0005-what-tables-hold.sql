-- What each table holds, for whoever looks at the database, and for the table in the README, which is generated from it.
comment on table delivery is 'One row for each message that a bot is told of, written before the first try';
comment on table endpoint is 'Servers of bots that do not answer as they should; a bot without a row is fine';
