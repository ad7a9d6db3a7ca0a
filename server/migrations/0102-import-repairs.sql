-- Cells of refused rows as a person repaired them: by row and by column, laid over the file wherever it is read.
alter table imports add column repairs jsonb not null default '{}';
