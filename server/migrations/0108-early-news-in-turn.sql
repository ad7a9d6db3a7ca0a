-- News of messages that are not known yet are looked at in turn: soon after they came, then ever less often.
alter table early_news add column next_at timestamptz not null default now();
create index early_news_next_at on early_news (next_at);
