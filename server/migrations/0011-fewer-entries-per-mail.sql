-- A mail's row changes three times on its way out, and each change writes its entry in every index anew. Two of them were not needed:
-- the provider's reference exists only at the end, and nobody looks for a message without knowing its customer.
alter table communications drop constraint communications_provider_provider_ref_key;
create unique index communications_provider_ref on communications (provider, provider_ref) where provider_ref is not null;
alter table communications drop constraint communications_id_key;
