-- Statutory interest changes by decree, once or twice a year, for everybody alike: a table that is changed at a
-- screen. Of debts of consumers (art. 6:119 BW) and between companies (6:119a); decision 0038 says where the first
-- ones come from.
create table statutory_rates (
  kind text not null check (kind in ('consumer', 'trade')),
  valid_from date not null,
  percent numeric(5, 2) not null check (percent between 0 and 100),
  primary key (kind, valid_from)
);

insert into statutory_rates (kind, valid_from, percent)
values
  ('consumer', '2015-01-01', 2),
  ('consumer', '2023-01-01', 4),
  ('consumer', '2023-07-01', 6),
  ('consumer', '2024-01-01', 7),
  ('consumer', '2025-01-01', 6),
  ('consumer', '2026-01-01', 4),
  ('trade', '2015-01-01', 8.05),
  ('trade', '2016-07-01', 8),
  ('trade', '2023-01-01', 10.5),
  ('trade', '2023-07-01', 12),
  ('trade', '2024-01-01', 12.5),
  ('trade', '2024-07-01', 12.25),
  ('trade', '2025-01-01', 11.15),
  ('trade', '2025-07-01', 10.15),
  ('trade', '2026-01-01', 10.15);
