import { Readable } from 'node:stream'
import type { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { Db } from '../../platform/db/database.ts'
import { keepScope } from '../../platform/db/scope.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { maskOfSender } from '../communications/inbox/conversation-row.ts'
import { maySeePersonalData } from '../fields/masks.ts'

const pageSize = 1_000

// The first heading is one that the import of the blacklist knows.
const headings: Record<Locale, readonly string[]> = {
  nl: ['adres', 'naam', 'WhatsApp-nummer', 'schrijft sinds', 'schreef het laatst', 'dossiers'],
  eng: ['address', 'name', 'WhatsApp number', 'writes since', 'wrote last', 'cases'],
  fr: ['adresse', 'nom', 'numéro WhatsApp', 'écrit depuis', 'a écrit en dernier', 'dossiers'],
}

type Person = { userId: string; providerId: number; name: string; provider: string; since: Date; seenAt: Date; cases: string }

/** Who writes to the numbers of a customer and is known by an id alone, page by page as the browser takes them. */
export function downloadPeople(
  { db }: Services,
  caller: Caller,
  { customerID, locale = 'nl' }: { customerID: number; locale?: Locale | undefined },
): FileReply {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const inScope = keepScope()
  async function* lines() {
    yield byteOrderMark + csvLine(headings[locale])
    for (let after: Person | undefined; ; ) {
      const last = after
      // Read after the request has left its own scope.
      const page = await inScope(() => listPeople(db, customerID, last))
      yield page.map((person) => lineOf(caller, person)).join('')
      after = page.at(-1)
      if (page.length < pageSize) return
    }
  }
  return { fileName: 'whatsapp.csv', stream: Readable.from(lines()) }
}

async function listPeople(db: Db, customerId: number, after: Person | undefined): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select w.user_id as "userId", w.provider_id as "providerId", w.name, coalesce(p.name, '') as provider, w.since,
      w.seen_at as "seenAt", coalesce((
        select string_agg(distinct c.case_number, ', ')
        from conversations v
        join cases c on c.customer_id = v.customer_id and c.id = v.case_id
        where v.customer_id = w.customer_id and v.channel = 'whatsapp' and v.address = lower(w.user_id)), '') as cases
    from whatsapp_people w
    left join providers p on p.customer_id = w.customer_id and p.id = w.provider_id
    where w.customer_id = ${customerId} and w.phone is null
      and (w.provider_id, w.user_id) > (${after?.providerId ?? -1}, ${after?.userId ?? ''})
    order by w.provider_id, w.user_id
    limit ${pageSize}`.execute(db)
  return rows
}

function lineOf(caller: Caller, { userId, name, provider, since, seenAt, cases }: Person): string {
  const seesAll = maySeePersonalData(caller)
  const address = seesAll ? userId : maskOfSender({ address: userId, name: '' })(userId)
  return csvLine([address, seesAll ? name : '', provider, since.toISOString(), seenAt.toISOString(), cases])
}
