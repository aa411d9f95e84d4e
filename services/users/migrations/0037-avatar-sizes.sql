-- Pictures of people in the sizes that clients ask for (docs/behaviour/users.md#avatars), as WebP. Those that were uploaded before have none, and are
-- given as they are.
alter table avatar_image
  add column small bytea,
  add column medium bytea;
