-- Finds the answers that are overdue (the metric signalpost_answers_late, and the figures of /admin).
create index second_looks_open on second_looks (due_at) where outcome is null;
create index notice_looks_open on notice_looks (due_at) where outcome is null;
create index decisions_to_confirm on decisions (ends_at) where confirmation = 'waiting';
