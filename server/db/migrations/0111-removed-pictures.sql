-- Profile pictures that a decision removed, by perceptual hash, so that nobody uploads a copy.
create table removed_pictures (
  decision_id uuid primary key references decisions (id) on delete cascade,
  hash bit(64) not null
);
