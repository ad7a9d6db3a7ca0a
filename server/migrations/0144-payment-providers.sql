-- A customer has an account for payments of its own: a provider that carries no channel to people. Which one has an
-- attempt stands in its name there (`mollie-12`), also after the provider was deleted, so that no other one is asked.
alter table providers
  drop constraint providers_channel_check,
  add constraint providers_channel_check check (channel in ('call', 'email', 'sms', 'whatsapp', 'payment')),
  drop constraint providers_kind_check,
  add constraint providers_kind_check check (
    kind in ('simulated', 'smtp', 'imap', 'smpp', 'cm', 'messagebird', 'twilio', 'whatsapp-cloud', 'web-pairing',
      'speech-http', 'mollie'));
