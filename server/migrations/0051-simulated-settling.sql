-- A real bank takes a moment between the payer's consent and its answer; until then the payment is pending.
alter table simulated_payments add column settles_at timestamptz;
