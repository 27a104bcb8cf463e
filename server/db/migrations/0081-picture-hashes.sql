-- What a stored picture looks like, to recognize a creator's picture on somebody else's profile (docs/decisions/0046-names-that-deceive.md).
-- Null for a picture of one color, for one stored elsewhere, and, until the next sweep, for those from before.
alter table users add column picture_hash bit(64);
-- The picture that the hash was calculated for.
alter table users add column hashed_picture text;
create index users_creator_pictures on users (picture_hash) where is_creator and picture_hash is not null;
create index users_unhashed_pictures on users (id)
  where profile_image_url like '/objects/pictures/%' and hashed_picture is distinct from profile_image_url;
