import type { Client } from 'pg'
import { demoSteps } from '../../../scripts/demo/demo-script.ts'
import { demoTemplates } from '../../../scripts/demo/demo-templates.ts'
import { hashPassword } from '../../../server/src/platform/security/password-hash.ts'

export const customerCount = 20
export const userCount = 80
export const password = 'Bench-wachtwoord-2027!'
export const usernameOf = (number: number) => `bench${number}`

/** Customers, each with a script that may work at any hour, its texts, and staff who may do everything for all of them. */
export async function seedPeople(client: Client) {
  await client.query(
    `insert into customers (name, compliance_profile)
      select 'Klant ' || n, 'intern_demo'
      from generate_series(1, $1::int) n`,
    [customerCount],
  )
  await client.query(`
    insert into scripts (customer_id, name, always_open) select id, 'Herinnering met betaallink', true from customers`)
  await client.query(
    `
    insert into script_versions (customer_id, script_id, steps) select customer_id, id, $1 from scripts`,
    [JSON.stringify(demoSteps)],
  )
  await client.query('update scripts s set live_version_id = v.id from script_versions v where v.script_id = s.id')
  await client.query(
    `with windows as (
       insert into time_windows (customer_id, starts, ends, weekdays, channels)
       select id, '00:00', '23:59', '{1,2,3,4,5,6,7}', '{call,email,sms,whatsapp}'
       from customers
       returning customer_id, id)
     insert into script_windows (customer_id, script_id, window_id)
     select s.customer_id, s.id, w.id from scripts s join windows w on w.customer_id = s.customer_id`,
  )
  for (const { key, kind, texts } of demoTemplates) {
    await client.query('insert into templates (customer_id, key, kind) select id, $1, $2 from customers', [key, kind])
    await client.query(
      `insert into template_revisions (customer_id, template_id, texts)
        select customer_id, id, $2
        from templates
        where key = $1`,
      [key, JSON.stringify(texts)],
    )
  }
  await client.query(
    `update templates t
      set live_revision_id = r.id
      from template_revisions r
      where r.customer_id = t.customer_id and r.template_id = t.id`,
  )
  await seedStaff(client)
}

async function seedStaff(client: Client) {
  // The group of the migration that holds each right, those of the customers too.
  await client.query(
    `
    insert into users (username, password_hash, customer_id) select $1 || n, $2, 1 from generate_series(1, $3::int) n`,
    [usernameOf(0).slice(0, -1), await hashPassword(password), userCount],
  )
  await client.query(
    `insert into right_group_members (group_id, user_id)
      select g.id, u.id
      from right_groups g
      cross join users u
      where g.every_right`,
  )
}
