-- Method 2: the signals whose trade was sealed at the post make a book of their own (docs/record.md). A signal of one book never
-- closes, extends or hides one of the other, so others no longer need scores computed without the sealed ones:
-- record_public_scores and the columns intent and has_terms are unused from here on.
alter table record_scores
  add column is_sealed boolean not null default false,
  add column only_closes boolean not null default false;
update record_scores s set is_sealed = true from record_trades t where t.signal_id = s.signal_id;
delete from record_public_scores;
