-- What staff untie from its case is kept as long from then as what nobody ever tied.
alter table incoming_messages add column untied_at timestamptz;
