-- What a case was paused for comes back with its pause when a deed is taken back: a promise is judged and a complaint resolved as before.
alter table deed_cases add column paused_for text;
