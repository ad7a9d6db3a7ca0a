-- The faults that a text was sent with all the same, by somebody who may and says why.
alter table template_revisions add column passed text[] not null default '{}';
