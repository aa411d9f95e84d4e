-- runs: in batches of message by realm_id, id
update message set folded_words = words_of_every_script(realm_id, topic, rendered_content)
where {batch} and folded_words is null
  and (octet_length(topic) <> char_length(topic) or octet_length(rendered_content) <> char_length(rendered_content));
