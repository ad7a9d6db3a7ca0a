-- The whole list of rights and the default groups of product.md 5.3; every customer has its right of type 5 from the moment that it exists.
alter table right_types add column description text not null default '' check (length(description) <= 1000);
-- The product itself asks for these: they can be renamed, not deleted.
alter table right_objects add column built_in boolean not null default false;
alter table right_groups
  add column version int not null default 1,
  -- Holds each right that there is, also those made later, so that somebody can always give it.
  add column every_right boolean not null default false;

-- A name means one group within a customer, and within the installation. Names that stood twice get their number.
update right_groups g set name = g.name || ' (' || g.id || ')'
where (g.customer_id is null and lower(g.name) in ('medewerker', 'teamleider', 'rapportage', 'klant-lezer', 'contentbeheer', 'compliance', 'beheerder', 'systeem'))
  or exists (select from right_groups o where o.customer_id is not distinct from g.customer_id and lower(o.name) = lower(g.name) and o.id < g.id);
create unique index right_groups_name on right_groups (coalesce(customer_id, 0), lower(name));
create index right_group_objects_object on right_group_objects (object_id);
-- The user manager lists the users of some customers.
create index users_customer on users (customer_id, lower(username), id);

-- As the owner: whoever makes a customer or a right may not see all groups.
create function give_every_right() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into right_group_objects (group_id, object_id) select g.id, new.id from right_groups g where g.every_right;
  return null;
end $$;
create trigger objects_given after insert on right_objects for each row execute function give_every_right();

create function name_customer_right() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    -- A name that staff chose for the right stays.
    update right_objects set
      name_nl = case when name_nl = old.name then new.name else name_nl end,
      name_eng = case when name_eng = old.name then new.name else name_eng end,
      name_fr = case when name_fr = old.name then new.name else name_fr end
    where code = ('5' || new.id)::bigint;
  else
    insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
    select id, new.id::text, ('5' || new.id)::bigint, new.name, new.name, new.name, true from right_types where prefix = 5
    on conflict (code) do nothing;
  end if;
  return null;
end $$;
create trigger customer_right_made after insert on customers for each row execute function name_customer_right();
create trigger customer_right_named after update of name on customers for each row when (old.name <> new.name) execute function name_customer_right();

insert into right_groups (name, description, every_right) values ('Systeem', 'System · Système: alles, ook wat later komt, voor de hele installatie.', true);
insert into right_group_objects (group_id, object_id) select g.id, o.id from right_groups g cross join right_objects o where g.every_right;

insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
select t.id, substr(v.code::text, 2), v.code, v.nl, v.eng, v.fr, true
from (values
  (101, 'Batches', 'Batches', 'Lots'),
  (102, 'Scripts', 'Scripts', 'Scripts'),
  (103, 'Dossiers zoeken en zien', 'Search and view cases', 'Rechercher et voir les dossiers'),
  (104, 'Contacten', 'Contacts', 'Contacts'),
  (105, 'Bestanden', 'Files', 'Fichiers'),
  (106, 'Blacklist', 'Blacklist', 'Liste noire'),
  (107, 'Sjablonen', 'Templates', 'Modèles'),
  (108, 'Opnames afluisteren', 'Listen to recordings', 'Écouter les enregistrements'),
  (109, 'Volledige persoonsgegevens', 'Full personal data', 'Données personnelles complètes'),
  (201, 'Batch pauzeren en hervatten', 'Pause and resume batches', 'Suspendre et reprendre les lots'),
  (202, 'Batch sluiten en heropenen', 'Close and reopen batches', 'Clôturer et rouvrir les lots'),
  (203, 'Batch lijnen en prioriteit', 'Batch lines and priority', 'Lignes et priorité des lots'),
  (204, 'Batch vergrendelen', 'Lock batches', 'Verrouiller les lots'),
  (211, 'Script wijzigen', 'Change scripts', 'Modifier les scripts'),
  (212, 'Tijdvensters en feestdagen', 'Time windows and holidays', 'Plages horaires et jours fériés'),
  (213, 'Scriptvariabelen', 'Script variables', 'Variables de script'),
  (214, 'Filters en mapping', 'Filters and mapping', 'Filtres et correspondances'),
  (221, 'Dossier wijzigen', 'Change cases', 'Modifier les dossiers'),
  (222, 'Dossier sluiten en heropenen', 'Close and reopen cases', 'Clôturer et rouvrir les dossiers'),
  (223, 'Nieuw dossier', 'New case', 'Nouveau dossier'),
  (224, 'Invoervelden', 'Input fields', 'Champs de saisie'),
  (231, 'Contact wijzigen', 'Change contacts', 'Modifier les contacts'),
  (232, 'Contact verwijderen', 'Delete contacts', 'Supprimer les contacts'),
  (241, 'Blacklist aanvullen', 'Add to blacklist', 'Ajouter à la liste noire'),
  (242, 'Van blacklist verwijderen', 'Remove from blacklist', 'Retirer de la liste noire'),
  (251, 'Sjabloon bewerken', 'Edit templates', 'Modifier les modèles'),
  (252, 'Sjabloon activeren', 'Activate templates', 'Activer les modèles'),
  (253, 'Bovenliggend sjabloon activeren', 'Activate parent templates', 'Activer les modèles parents'),
  (301, 'E-mail versturen', 'Send e-mail', 'Envoyer des e-mails'),
  (302, 'Sms versturen', 'Send SMS', 'Envoyer des SMS'),
  (303, 'WhatsApp versturen', 'Send WhatsApp', 'Envoyer des WhatsApp'),
  (304, 'Betaallink maken', 'Make payment links', 'Créer des liens de paiement'),
  (305, 'Betaallink betaald zetten of verwijderen', 'Mark payment links paid or delete them', 'Marquer payé ou supprimer des liens de paiement'),
  (306, 'Bulk versturen', 'Send in bulk', 'Envoyer en masse'),
  (307, 'Sms-dashboard zien', 'View SMS dashboard', 'Voir le tableau SMS'),
  (308, 'Sms pauzeren en aantal', 'Pause and pace SMS', 'Suspendre et doser les SMS'),
  (309, 'Chat', 'Chat', 'Chat'),
  (310, 'WhatsApp-inbox', 'WhatsApp inbox', 'Boîte WhatsApp'),
  (311, 'Huislimiet overschrijven', 'Override house limit', 'Outrepasser la limite interne'),
  (401, 'Monitor', 'Monitor', 'Moniteur'),
  (402, 'Wachtrij', 'Queue', 'File d’attente'),
  (403, 'Wallboard', 'Wallboard', 'Tableau mural'),
  (404, 'Woordenwolk', 'Word cloud', 'Nuage de mots'),
  (405, 'Meeluisteren', 'Listen in', 'Écoute en direct'),
  (406, 'Agentstatus wijzigen', 'Change agent status', 'Modifier le statut des agents'),
  (601, 'Batchresultaten', 'Batch results', 'Résultats des lots'),
  (602, 'Scriptrapport', 'Script report', 'Rapport de script'),
  (603, 'Rapport dossiers', 'Case report', 'Rapport des dossiers'),
  (604, 'Rapport gesprekken', 'Call report', 'Rapport des appels'),
  (605, 'Rapport e-mail', 'E-mail report', 'Rapport des e-mails'),
  (606, 'Rapport WhatsApp', 'WhatsApp report', 'Rapport WhatsApp'),
  (607, 'Rapport betalingen', 'Payment report', 'Rapport des paiements'),
  (608, 'Exporteren naar CSV en Excel', 'Export to CSV and Excel', 'Exporter en CSV et Excel'),
  (609, 'Dossier als PDF', 'Case as PDF', 'Dossier en PDF'),
  (610, 'Rapport per medewerker', 'Report per agent', 'Rapport par agent'),
  (701, 'Bestanden uploaden', 'Upload files', 'Téléverser des fichiers'),
  (702, 'Batches downloaden', 'Download batches', 'Télécharger les lots'),
  (703, 'Rapporten downloaden', 'Download reports', 'Télécharger les rapports'),
  (704, 'Resultaten downloaden', 'Download results', 'Télécharger les résultats'),
  (705, 'Bestanden verwijderen', 'Delete files', 'Supprimer des fichiers'),
  (801, 'Gebruikers zien', 'View users', 'Voir les utilisateurs'),
  (802, 'Gebruikers maken en wijzigen', 'Create and change users', 'Créer et modifier des utilisateurs'),
  (803, 'Gebruikers vergrendelen en verwijderen', 'Lock and delete users', 'Verrouiller et supprimer des utilisateurs'),
  (804, 'Rechtengroepen', 'Right groups', 'Groupes de droits'),
  (805, 'Rechtobjecten en -typen', 'Right objects and types', 'Objets et types de droits'),
  (806, 'Resetlink en API-sleutel', 'Reset link and API key', 'Lien de réinitialisation et clé API'),
  (807, 'Tweefactor resetten', 'Reset two-factor', 'Réinitialiser la double authentification'),
  (811, 'Demo', 'Demo', 'Démo'),
  (812, 'Tekst-naar-spraak', 'Text-to-speech', 'Synthèse vocale'),
  (813, 'WhatsApp koppelen', 'Pair WhatsApp', 'Associer WhatsApp'),
  (821, 'Auditlog', 'Audit log', 'Journal d’audit'),
  (822, 'AVG-verzoeken', 'GDPR requests', 'Demandes RGPD'),
  (823, 'Complianceprofiel', 'Compliance profile', 'Profil de conformité'),
  (824, 'Bewaartermijnen', 'Retention periods', 'Durées de conservation'),
  (831, 'Systeemstatus', 'System status', 'État du système')
) as v(code, nl, eng, fr)
join right_types t on t.prefix = left(v.code::text, 1)::smallint
on conflict (code) do update set built_in = true, name_nl = excluded.name_nl, name_eng = excluded.name_eng, name_fr = excluded.name_fr;

insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr, built_in)
select t.id, c.id::text, ('5' || c.id)::bigint, c.name, c.name, c.name, true from customers c cross join right_types t where t.prefix = 5
on conflict (code) do update set built_in = true;

-- 805 and 831 reach over all customers, so they are not the Beheerder's of one.
with wanted as (
  select v.name, v.description, v.codes::bigint[] as codes from (values
    ('Medewerker', 'Agent · Agent: belt, schrijft en werkt dossiers bij.', '{101,103,221,222,223,301,302,303,304,309,310,402}'),
    ('Teamleider', 'Team lead · Chef d’équipe: stuurt batches en mensen, ziet alle rapporten.', '{101,102,103,105,106,108,109,201,202,203,212,221,222,223,241,301,302,303,304,305,306,307,308,309,310,401,402,403,404,405,406,601,602,603,604,605,606,607,609,610,701,702,703,704}'),
    ('Rapportage', 'Reporting · Rapports: leest en exporteert rapporten.', '{101,103,105,601,602,603,604,605,606,607,608,609,610,703}'),
    ('Klant-lezer', 'Client viewer · Client lecture: de opdrachtgever die zijn eigen batches en resultaten bekijkt.', '{101,105,601,602,603,604,605,606,607,702,703,704}'),
    ('Contentbeheer', 'Content · Contenu: scripts, tijdvensters en sjablonen.', '{102,107,212,213,214,251,252,253,811,812}'),
    ('Compliance', 'Compliance · Conformité: toezicht, blacklist, audit en AVG.', '{103,106,108,109,241,242,609,821,822,823,824}'),
    ('Beheerder', 'Administrator · Administrateur: alles binnen een organisatie.', '{101,102,103,104,105,106,107,108,109,201,202,203,204,211,212,213,214,221,222,223,224,231,232,241,242,251,252,253,301,302,303,304,305,306,307,308,309,310,311,401,402,403,404,405,406,601,602,603,604,605,606,607,608,609,610,701,702,703,704,705,801,802,803,804,806,807,811,812,813,821,822,823,824}')
  ) as v(name, description, codes)),
made as (insert into right_groups (name, description) select name, description from wanted returning id, name)
insert into right_group_objects (group_id, object_id)
select made.id, o.id from made join wanted using (name) join right_objects o on o.code = any(wanted.codes);

-- Until now 831 at every customer marked who administered the product; they can give the new rights on.
insert into right_group_members (group_id, user_id)
select s.id, u.id from right_groups s cross join users u
where s.every_right and not exists (
  select from right_objects wanted
  where (wanted.code = 831 or wanted.code::text like '5%') and not exists (
    select from right_group_members m join right_group_objects g on g.group_id = m.group_id where m.user_id = u.id and g.object_id = wanted.id));

-- The guards of giving and taking rights look over all customers, whoever asks: they run as the owner, and answer no more than this.
create function rights_of(of_user bigint) returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct o.code order by o.code), '{}') from right_group_members m
  join right_group_objects g on g.group_id = m.group_id join right_objects o on o.id = g.object_id
  where m.user_id = of_user
$$;
-- Null for who is locked or gone.
create function active_rights_of(of_user bigint) returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select rights_of(u.id) from users u where u.id = of_user and u.locked_at is null
$$;
-- Who can sign in and may change users and groups: without one of them nobody could let anybody in.
create function count_administrators() returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) from users u
  where u.locked_at is null and (u.password_hash is not null or exists (select from sso_subjects s where s.user_id = u.id))
    and 2 = (
      select count(distinct o.code) from right_group_members m join right_group_objects g on g.group_id = m.group_id join right_objects o on o.id = g.object_id
      where m.user_id = u.id and o.code in (802, 804))
$$;
