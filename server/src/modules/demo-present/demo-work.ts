import { sql } from 'kysely'
import type { Services } from '../../services.ts'

/** Where the present happens: the demo customer that reaches nobody, and a script of it that waits for minutes. */
export type DemoWork = { customerId: number; scriptId: number; begins: 'first' | 'whatsapp' }

/** A script that waits longer is one of the past: whoever looks would see nothing happen. */
const waitMax = 60

/** The first script of the demo, and the first other one that writes by WhatsApp; none where no demo was seeded or its scripts were switched off. */
export async function listDemoWork({ db }: Pick<Services, 'db'>): Promise<DemoWork[]> {
  const { rows } = await sql<Omit<DemoWork, 'begins'> & { byWhatsapp: boolean }>`
    select s.customer_id as "customerId", s.id as "scriptId",
      v.steps @? '$[*] ? (@.kind == "send-whatsapp")'
        and not v.steps @? ${`$[*] ? (@.kind == "wait" && @.settings.minutes > ${waitMax})`}::jsonpath as "byWhatsapp"
    from customers k
    join scripts s on s.customer_id = k.id and s.active
    left join script_versions v on v.customer_id = s.customer_id and v.id = s.live_version_id
    where k.is_demo and k.compliance_profile = 'intern_demo'
    order by s.id`.execute(db)
  const [first, ...others] = rows
  if (!first) return []
  const { customerId, scriptId } = first
  const other = others.find((one) => one.byWhatsapp && one.customerId === customerId)
  return [
    { customerId, scriptId, begins: 'first' },
    ...(other ? [{ customerId, scriptId: other.scriptId, begins: 'whatsapp' as const }] : []),
  ]
}
