import { hkdfSync } from 'node:crypto'
import pg from 'pg'
import { withOneClient } from './one-client.ts'

/** Holds what the application may do with tables; owns nothing, may not sign in. One for a server, the grants are per database. */
const groupRole = 'regie_app'
// Any number of our own: processes that prepare at once do it one after the other.
const lockNumber = 4_300_002

/**
 * Gives the application's role what it needs, no more: rows of all tables, never the tables themselves; audit lines only to write and to read.
 * Runs after the migrations and the job tables, at every start, so that a new table is never forgotten.
 */
export async function grantToApplication(url: string): Promise<void> {
  await asOwner(url, async (client) => {
    await makeGroupRole(client)
    await client.query(grants)
  })
}

// A partition is reached through its parent only: there the policies stand. The one of staged rows takes rows, for COPY knows no policies.
const grants = `
  grant usage on schema public, pgboss to ${groupRole};
  do $$
  declare t record;
  begin
    for t in
    select c.oid::regclass as name, c.relispartition and c.relnamespace = 'public'::regnamespace as is_part
    from pg_class c
      where c.relkind in ('r', 'p', 'v') and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    loop
      if t.is_part then execute format('revoke all on %s from ${groupRole}', t.name);
      else execute format('grant select, insert, update, delete on %s to ${groupRole}', t.name);
      end if;
    end loop;
  end $$;
  grant insert on import_rows_staged to ${groupRole};
  grant usage, select on all sequences in schema public, pgboss to ${groupRole};
  grant execute on all functions in schema public, pgboss to ${groupRole};
  revoke all on audit, audit_seals, schema_migrations, schema_definitions from ${groupRole};
  grant select on audit, audit_seals, schema_migrations, schema_definitions to ${groupRole};
  grant insert (customer_id, user_id, username, via, address, request_id, action, entity, entity_id, before,
    after) on audit to ${groupRole};
  grant insert on audit_seals to ${groupRole};`

async function makeGroupRole(client: pg.Client) {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [groupRole])
  if (!rowCount) {
    await client.query(`create role ${groupRole} nologin nosuperuser nocreatedb nocreaterole`).catch((error: unknown) => {
      // Another database of this server was prepared at the same moment.
      if (error instanceof pg.DatabaseError && ['42710', '23505'].includes(error.code ?? '')) return
      throw askAdministrator(error)
    })
  }
  const { rows } = await client.query<{ is_super: boolean; is_member: boolean }>(
    `select rolsuper as is_super, pg_has_role(current_user, '${groupRole}', 'member') as is_member
      from pg_roles
      where rolname = current_user`,
  )
  const [me] = rows
  if (!me || me.is_super) return
  // A role that we made ourselves is ours to give, also to us: needed where the application signs in as its owner and then steps down.
  await client.query(`grant ${groupRole} to current_user`).catch((error: unknown) => {
    if (!me.is_member) throw askAdministrator(error)
  })
}

function askAdministrator(cause: unknown) {
  const wanted = `create role ${groupRole} nologin; grant ${groupRole} to "<the user of DATABASE_URL>";`
  return new Error(`The user of DATABASE_URL may not make the role of the application. Let an administrator of the server run: ${wanted}`, {
    cause,
  })
}

/**
 * The address under which the application signs in: a role of its own for this database, so that it cannot step up to its owner again.
 * Where the owner may make no roles, or the server does not let the new one in, the owner signs in and steps down at once.
 */
export async function openAppLogin(ownerUrl: string, secretKey: Buffer): Promise<string> {
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ database: string; may_make_roles: boolean }>(
      `select current_database() as database, rolsuper or rolcreaterole as may_make_roles
        from pg_roles
        where rolname = current_user`,
    )
    const { database = '', may_make_roles: mayMakeRoles = false } = rows[0] ?? {}
    const role = `${groupRole}_${database}`.slice(0, 63)
    const password = Buffer.from(hkdfSync('sha256', secretKey, '', `database role ${role}`, 24)).toString('base64url')
    const url = new URL(ownerUrl)
    url.username = role
    url.password = password
    if (await canSignIn(url.href)) return url.href
    if (!mayMakeRoles) return steppedDown(ownerUrl)
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
    const name = client.escapeIdentifier(role)
    await client.query(`${rowCount ? 'alter' : 'create'} role ${name} login inherit password ${client.escapeLiteral(password)}`)
    await client.query(`grant ${groupRole} to ${name}`)
    return (await canSignIn(url.href)) ? url.href : steppedDown(ownerUrl)
  })
}

/** The address for a process that was given the owner's: it steps down from the first statement on. One that is the application's already stays as it is. */
export async function applicationUrl(url: string): Promise<string> {
  return withOneClient({ connectionString: url, application_name: 'regie role' }, async (client) => {
    const { rows } = await client.query<{ stands_above: boolean }>(
      `select pg_has_role(current_user, relowner, 'member') as stands_above
        from pg_class
        where oid = to_regclass('public.customers')`,
    )
    return rows[0]?.stands_above ? steppedDown(url) : url
  })
}

function steppedDown(ownerUrl: string) {
  const url = new URL(ownerUrl)
  const options = url.searchParams.get('options')
  url.searchParams.set('options', [options, `-c role=${groupRole}`].filter(Boolean).join(' '))
  // In a query string + is a space to some and a plus to others.
  return url.href.replaceAll('+', '%20')
}

async function canSignIn(url: string): Promise<boolean> {
  const settings = { connectionString: url, application_name: 'regie role', connectionTimeoutMillis: 5_000 }
  try {
    const { rows } = await withOneClient(settings, (client) =>
      client.query<{ ok: boolean }>(`
        select has_table_privilege('public.customers', 'select') as ok`),
    )
    return rows[0]?.ok === true
  } catch {
    return false
  }
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withOneClient({ connectionString: url, application_name: 'regie roles' }, async (client) => {
    // Held until the session ends.
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    return work(client)
  })
}
