-- Rights: a code is the type's prefix followed by the object's ref (product.md 5.3); groups hold objects, users are in groups.
create table right_types (
  id bigint generated always as identity primary key,
  prefix smallint not null unique check (prefix between 1 and 9),
  name_nl text not null, name_eng text not null, name_fr text not null
);
create table right_objects (
  id bigint generated always as identity primary key,
  type_id bigint not null references right_types,
  ref text not null check (ref ~ '^[0-9]{1,15}$'),
  code bigint not null unique,
  name_nl text not null, name_eng text not null, name_fr text not null,
  unique (type_id, ref)
);
create table right_groups (
  id bigint generated always as identity primary key,
  customer_id bigint references customers,
  name text not null,
  description text not null default ''
);
create table right_group_members (
  group_id bigint not null references right_groups on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index right_group_members_user on right_group_members (user_id);
create table right_group_objects (
  group_id bigint not null references right_groups on delete cascade,
  object_id bigint not null references right_objects on delete cascade,
  primary key (group_id, object_id)
);

insert into right_types (prefix, name_nl, name_eng, name_fr) values
  (1, 'Inzien', 'View', 'Consulter'), (2, 'Wijzigen', 'Change', 'Modifier'), (3, 'Communicatie', 'Communication', 'Communication'),
  (4, 'Live', 'Live', 'En direct'), (5, 'Klant', 'Customer', 'Client'), (6, 'Rapporten', 'Reports', 'Rapports'),
  (7, 'Bestanden', 'Files', 'Fichiers'), (8, 'Beheer', 'Administration', 'Administration');

insert into right_objects (type_id, ref, code, name_nl, name_eng, name_fr)
select t.id, right(v.code::text, 2), v.code, v.nl, v.eng, v.fr
from (values
  (101, 'Batches', 'Batches', 'Lots'), (102, 'Scripts', 'Scripts', 'Scripts'), (103, 'Dossiers zoeken en zien', 'Search and view cases', 'Rechercher et voir les dossiers'),
  (109, 'Volledige persoonsgegevens', 'Full personal data', 'Données personnelles complètes'),
  (201, 'Batch pauzeren en hervatten', 'Pause and resume batches', 'Suspendre et reprendre les lots'), (202, 'Batch sluiten en heropenen', 'Close and reopen batches', 'Clôturer et rouvrir les lots'),
  (203, 'Batch lijnen en prioriteit', 'Batch lines and priority', 'Lignes et priorité des lots'), (221, 'Dossier wijzigen', 'Change cases', 'Modifier les dossiers'),
  (222, 'Dossier sluiten en heropenen', 'Close and reopen cases', 'Clôturer et rouvrir les dossiers'),
  (601, 'Batchresultaten', 'Batch results', 'Résultats des lots'), (608, 'Exporteren', 'Export', 'Exporter'),
  (701, 'Bestanden uploaden', 'Upload files', 'Téléverser des fichiers'), (831, 'Systeemstatus', 'System status', 'État du système')
) as v(code, nl, eng, fr)
join right_types t on t.prefix = left(v.code::text, 1)::smallint;
