-- The version of a draft is never given again: who saw an earlier draft of a template never activates, saves over or
-- drops one that came after it.
create sequence template_draft_version as integer;
select setval('template_draft_version', (
  select coalesce(max(version), 0) + 1
  from template_revisions));
