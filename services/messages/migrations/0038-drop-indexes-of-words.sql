-- contracts: the indexes by blocks answer what these did, also for the release before.
drop index message_words;
drop index message_folded_words;
