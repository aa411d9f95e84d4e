-- Messages that are not written in ASCII alone are searched by words of their own (docs/adr/0046-search-in-every-script.md); of all others `words`
-- says the same. services/messages/src/values/folded-text.ts reads texts in the same way.

-- Ranges of characters of scripts that put no spaces between words, or that people search within words of.
create function unspaced_characters() returns text language sql immutable parallel safe
return '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u1000-\u1049\u1050-\u109f\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3041-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\U00020000-\U000323af';

-- Text as it is compared: signs between words are spaces, letters are small, and those of Latin, Greek, Hebrew and Arabic have neither accents
-- nor points.
create function fold_text(text text) returns text language sql immutable strict parallel safe
return translate(replace(replace(replace(replace(lower(normalize(
  regexp_replace(
    normalize(
      regexp_replace(text, '[\u0080-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u0964\u0965\u2000-\u2bff\u2e00-\u3004\u3008-\u3020\u3030\u30a0\u30fb\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]', ' ', 'g'),
      nfkd),
    '(?<=[A-Za-z\u00c0-\u024f\u0370-\u03ff])[\u0300-\u036f]+|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]+', '', 'g'),
  nfkc) collate pg_c_utf8), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðıςё', 'olddiσе');

-- Topic and content as they are compared, without tags: those within a line are the character 1, others a space.
create function searched_text(topic text, html text) returns text language sql immutable strict parallel safe
return fold_text(replace(topic, '<', ' ') || ' ' || regexp_replace(
  regexp_replace(html, '</?(?:a|b|code|del|em|i|s|span|strong|sub|sup|u)(?: [^>]*)?>', E'\x01', 'g'), '<[^>]*>', ' ', 'g'));

-- Stems of English words in ASCII and of Russian ones in Cyrillic, other words as they are, and what `words` has for the realm; of unspaced
-- characters pairs of neighbours, and the last one of each stretch by itself: so some of it begins with each character.
create function words_of_every_script(realm_id bigint, topic text, html text) returns tsvector
language plpgsql immutable strict parallel safe
as $$
declare
  text text := searched_text(topic, html);
  characters text[] := string_to_array(
    replace(regexp_replace(text, '[^\x01' || unspaced_characters() || ']+', ' ', 'g'), E'\x01', '') || ' ', null);
begin
  return strip(to_tsvector('pg_catalog.russian', regexp_replace(text, '[\x01' || unspaced_characters() || ']', ' ', 'g')))
    || array_to_tsvector(array['~' || realm_id] || array(
      select case next when ' ' then one else one || next end from unnest(characters, characters[2:]) as pair(one, next)
      where one <> ' '));
end $$;

-- Null: topic and content are written in ASCII alone.
alter table message add column folded_words tsvector;

create function fold_words_of_message() returns trigger language plpgsql as $$
begin
  new.folded_words := null;
  if octet_length(new.topic) <> char_length(new.topic) or octet_length(new.rendered_content) <> char_length(new.rendered_content) then
    new.folded_words := words_of_every_script(new.realm_id, new.topic, new.rendered_content);
  end if;
  return new;
end $$;

create trigger message_folded before insert or update of topic, rendered_content on message
  for each row when (
    new.folded_words is not null
    or octet_length(new.topic) <> char_length(new.topic)
    or octet_length(new.rendered_content) <> char_length(new.rendered_content)
  ) execute function fold_words_of_message();
