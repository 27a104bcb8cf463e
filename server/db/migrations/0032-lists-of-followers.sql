-- The lists of a person's followers, and of those they follow, newest first. Somebody with a million followers has a page of
-- twenty without sorting them all.
create index follows_newest_followers on follows (following_id, created_at desc, follower_id desc);
create index follows_newest_followed on follows (follower_id, created_at desc, following_id desc);
