-- Why the last test of a provider failed, so that every language can say it; test_text is what the other side answered.
alter table providers
  add column test_fault text
    check (test_fault in ('notAllowed', 'unreachable', 'certificate', 'noTls', 'signIn', 'answer'));
update providers
set test_fault = 'answer'
where test_text <> '';
