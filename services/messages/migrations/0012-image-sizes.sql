-- Pixels of uploaded pictures as they are shown, after rotation, so that clients can keep room for them. Null for everything else and for what was
-- uploaded before.
alter table attachment add column image_width integer, add column image_height integer;
