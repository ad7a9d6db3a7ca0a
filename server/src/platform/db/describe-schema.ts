import type pg from 'pg'

type Line = { owner: string; line: string }

/**
 * The schema as the catalogue holds it, as SQL to read: tables with columns, constraints, indexes, policies and triggers, then
 * views and functions. Everything in an order of its own, so that two databases with the same schema give the same text.
 * Partitions are left out: the months differ from day to day.
 */
export async function describeSchema(client: pg.Client): Promise<string> {
  const tables = await lines(client, tablesSql)
  const [columns, constraints, indexes, policies, triggers, comments] = [
    grouped(await lines(client, columnsSql)),
    grouped(await lines(client, constraintsSql)),
    grouped(await lines(client, indexesSql)),
    grouped(await lines(client, policiesSql)),
    grouped(await lines(client, triggersSql)),
    grouped(await lines(client, commentsSql)),
  ]
  const texts = tables.map(({ owner, line }) => {
    const inside = [...(columns.get(owner) ?? []), ...(constraints.get(owner) ?? [])].map((part) => `  ${part}`).join(',\n')
    const [head = '', tail = ''] = line.split('…')
    const beside = [indexes, policies, triggers, comments].flatMap((parts) => parts.get(owner) ?? []).map((part) => `${part};\n`)
    return `${head}(\n${inside}\n)${tail};\n${beside.join('')}`
  })
  const views = (await lines(client, viewsSql)).map(({ line }) => `${line}\n`)
  const functions = (await lines(client, functionsSql)).map(({ line }) => `${line};\n`)
  return [...texts, ...views, functions.join('')].join('\n')
}

/** The text of every function, which `describeSchema` leaves to `server/sql`. */
export async function functionTexts(client: pg.Client): Promise<string[]> {
  return (await client.query<Line>(functionTextsSql)).rows.map(({ line }) => line)
}

/** Keywords in lower case, without the casts that the catalogue adds to every text; what stands in quotes stays. */
function readable(line: string): string {
  return line
    .split(/('(?:[^']|'')*')/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase()).replace(/^::text(\[\])?/, '$1'),
    )
    .join('')
}

async function lines(client: pg.Client, sql: string): Promise<Line[]> {
  return (await client.query<Line>(sql)).rows.map(({ owner, line }) => ({ owner, line: readable(line) }))
}

function grouped(all: Line[]): Map<string, string[]> {
  const groups = Map.groupBy(all, ({ owner }) => owner)
  return new Map([...groups].map(([owner, group]) => [owner, group.map(({ line }) => line)]))
}

const ownTable = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not like 'schema\\_%'`
const ownFunction = `p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`

const tablesSql = `
  select c.relname as owner,
    case c.relpersistence when 'u' then 'create unlogged table ' else 'create table ' end || c.relname || ' …'
      || coalesce(' partition by ' || pg_get_partkeydef(c.oid), '')
      || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as line
  from pg_class c
  where ${ownTable}
  order by c.relname collate "C"`

const columnsSql = `
  select c.relname as owner,
    a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attidentity <> '' then ' generated always as identity' else '' end
      || case
        when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
        else '' end
      || case when a.attnotnull and a.attidentity = '' then ' not null' else '' end as line
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where ${ownTable}
  order by c.relname, a.attnum`

const constraintsSql = `
  select c.relname as owner, 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as line
  from pg_class c
  join pg_constraint k on k.conrelid = c.oid and k.contype <> 'n'
  where ${ownTable}
  order by c.relname, position(k.contype::text in 'pucfx'), k.conname collate "C"`

const indexesSql = `
  select c.relname as owner, replace(replace(pg_get_indexdef(i.indexrelid), 'public.', ''), 'USING btree ', '') as line
  from pg_class c
  join pg_index i on i.indrelid = c.oid
  join pg_class x on x.oid = i.indexrelid
  where ${ownTable}
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname, x.relname collate "C"`

const policiesSql = `
  select owner, line
  from (
    select c.relname as owner, '' as name, 'alter table ' || c.relname || ' enable row level security' as line
    from pg_class c
    where ${ownTable} and c.relrowsecurity
    union all
    select c.relname, p.polname::text,
      'create policy ' || p.polname || ' on ' || c.relname
        || ' for ' || case p.polcmd
          when 'r' then 'select'
          when 'a' then 'insert'
          when 'w' then 'update'
          when 'd' then 'delete'
          else 'all'
          end
        || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
        || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')
    from pg_class c
    join pg_policy p on p.polrelid = c.oid
    where ${ownTable}) p
  order by owner, name collate "C"`

const triggersSql = `
  select c.relname as owner, replace(pg_get_triggerdef(t.oid), 'public.', '') as line
  from pg_class c
  join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
  where ${ownTable}
  order by c.relname, t.tgname collate "C"`

const commentsSql = `
  select c.relname as owner,
    'comment on column ' || c.relname || '.' || a.attname || ' is ' || quote_literal(d.description) as line
  from pg_class c
  join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = c.oid and d.objsubid > 0
  join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid
  where ${ownTable}
  order by c.relname, a.attnum`

const viewsSql = `
  select c.relname as owner,
    'create view ' || c.relname || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '')
      || ' as' || chr(10) || pg_get_viewdef(c.oid) as line
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
  order by c.relname collate "C"`

const functionsSql = `
  select p.proname as owner,
    'create function ' || p.proname || '(' || pg_get_function_arguments(p.oid)
      || ') returns ' || pg_get_function_result(p.oid)
      || ' language ' || l.lanname
      || case p.provolatile when 'i' then ' immutable' when 's' then ' stable' else '' end
      || case when p.prosecdef then ' security definer' else '' end
      || coalesce(' set ' || array_to_string(p.proconfig, ' set '), '')
      || case when has_function_privilege('public', p.oid, 'execute') then '' else ' /* not for public */' end as line
  from pg_proc p
  join pg_language l on l.oid = p.prolang
  where ${ownFunction}
  order by p.proname collate "C", pg_get_function_arguments(p.oid)`

const functionTextsSql = `
  select p.proname as owner, pg_get_functiondef(p.oid) as line
  from pg_proc p
  where ${ownFunction}
  order by p.proname collate "C", pg_get_function_arguments(p.oid)`
