import { statutoryClaim, rateKindOf } from '@regie/contract/claim/statutory-claim.ts'
import type { StatutoryRate } from '@regie/contract/statutory-rates.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { amountText, dayText } from '../../../platform/documents/cell-formats.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import { openCents } from '../../cases/money/open-amount.ts'
import { prescribedLetterOn } from '../../hand-overs/what-is-missing.ts'
import { listStatutoryRates } from '../../statutory-rates/rate-queries.ts'
import type { HandOverTexts } from './hand-over-texts.ts'
import { type HandOverColumn, listColumns } from './list-columns.ts'

/** A case of a hand-over, with what its line in the list and its folder are called by. */
export type GivenCase = { id: number; caseNumber: string }

type Facts = GivenCase & {
  name: string
  currency: string
  fields: Record<string, string>
  claimedCents: number | null
  paidCents: number
  openCents: number | null
  phone: string | null
  mobile: string | null
  email: string | null
  payments: { on: string; cents: number }[]
  stops: { from: string; until: string | null }[]
  messages: { on: string; channel: 'email' | 'sms' | 'whatsapp' | 'letter' }[]
  letterOn: string | null
  calls: number
  lastCall: string | null
}

const casesPerRead = 100

/** The cases that are handed over at this moment, in the order of the list. */
export async function listGiven(db: Db, customerId: number, handOverId: number): Promise<GivenCase[]> {
  const { rows } = await sql<GivenCase>`
    select c.id, c.case_number as "caseNumber"
    from hand_over_cases k
    join cases c on c.customer_id = k.customer_id and c.id = k.case_id
    where k.customer_id = ${customerId} and k.hand_over_id = ${handOverId} and k.state = 'handedOver'
    order by c.case_number, c.id`.execute(db)
  return rows
}

/**
 * The list that a bailiff reads in: who owes what and how it is made up, what the law lets be asked up to the day of the hand-over, and when the debtor was
 * written to and called. Read part by part, so that no more than some cases are in memory.
 */
export async function* caseLines(
  db: Db,
  {
    customerId,
    cases,
    on,
    texts,
  }: { customerId: number; cases: readonly (GivenCase & { pack: string })[]; on: string; texts: HandOverTexts },
): AsyncGenerator<string, void, void> {
  const rates = await listStatutoryRates(db)
  yield byteOrderMark + csvLine(listColumns.map((key) => texts.columns[key]))
  for (let at = 0; at < cases.length; at += casesPerRead) {
    const part = cases.slice(at, at + casesPerRead)
    const facts = await readFacts(
      db,
      customerId,
      part.map(({ id }) => id),
    )
    for (const { id, pack } of part) {
      const found = facts.get(id)
      if (found === undefined) continue
      const cells = cellsOf(found, { rates, on, texts, pack })
      yield csvLine(listColumns.map((key) => cells[key]))
    }
  }
}

type About = { rates: readonly StatutoryRate[]; on: string; texts: HandOverTexts; pack: string }

function cellsOf(found: Facts, { rates, on, texts, pack }: About): Record<HandOverColumn, string> {
  const field = (key: string) => found.fields[key] ?? ''
  const law = byLaw(found, rates, on)
  const letters = found.messages.map((one) => `${dayText(one.on)} ${texts.channels[one.channel]}`)
  return {
    ...{ caseNumber: found.caseNumber, customerNumber: field('klantnummer'), invoiceNumber: field('factuurnummer') },
    ...{ invoiceDate: dayText(field('factuurdatum')), dueDate: dayText(field('vervaldatum')), creditor: field('opdrachtgever') },
    ...{ name: found.name, initials: field('voorletters'), company: field('bedrijfsnaam'), legalForm: field('rechtsvorm') },
    ...{ birthDate: dayText(field('geboortedatum')), postcode: field('postcode'), city: field('plaats'), country: field('land') },
    address: [field('straat'), field('huisnummer'), field('toevoeging')].filter((part) => part !== '').join(' '),
    ...{ phone: found.phone ?? '', mobile: found.mobile ?? '', email: found.email ?? '', currency: found.currency },
    ...{ claimed: amountText(found.claimedCents), principal: euros(field('hoofdsom')), costs: euros(field('incassokosten')) },
    ...{ interest: euros(field('rente')), paidBefore: euros(field('betaald')) },
    ...{ paid: amountText(found.paidCents), open: amountText(found.openCents) },
    // Where the day it fell due or a rate of that time is not known, nothing is worked out rather than too little.
    interestByLaw: amountText(law?.interest.cents ?? null),
    interestUntil: law === null ? '' : dayText(on),
    openByLaw: amountText(law?.openCents ?? null),
    ...{ fourteenDayLetter: dayText(found.letterOn), letters: String(letters.length), letterDates: letters.join(', ') },
    ...{ calls: String(found.calls), lastCall: dayText(found.lastCall), evidence: pack },
  }
}

const euros = (text: string) => (text === '' ? '' : amountText(centsIn(text)))
// Amounts of a case are kept as euros with a point.
const centsIn = (text: string | undefined) => Math.round(Number(text ?? '') * 100) || 0

function byLaw({ fields, currency, payments, stops }: Facts, rates: readonly StatutoryRate[], on: string) {
  const [principalCents, dueOn] = [centsIn(fields['hoofdsom']), fields['vervaldatum'] ?? '']
  if (currency !== 'EUR' || principalCents <= 0 || !/^\d{4}-\d\d-\d\d$/.test(dueOn)) return null
  const claim = statutoryClaim(
    {
      ...{ principalCents, dueOn, kind: rateKindOf(fields), askedCostsCents: centsIn(fields['incassokosten']) },
      ...{ paidBeforeCents: centsIn(fields['betaald']), payments, until: on, withoutInterest: stops },
    },
    rates,
  )
  return claim.ratesBegin === null ? claim : null
}

async function readFacts(db: Db, customerId: number, caseIds: readonly number[]): Promise<Map<number, Facts>> {
  const { rows } = await sql<Facts>`
    select c.id, c.case_number as "caseNumber", c.name, c.currency, c.fields, c.outstanding_cents as "claimedCents",
      c.paid_cents as "paidCents", ${sql.raw(openCents('c'))} as "openCents", c.phone, c.mobile, c.email,
      coalesce((
        select json_agg(json_build_object('on', p.paid_on::text, 'cents', p.amount_cents) order by p.id)
        from payments p
        where p.customer_id = c.customer_id and p.case_id = c.id and p.withdrawn_at is null
          and p.currency = c.currency), '[]') as payments,
      coalesce((
        select json_agg(json_build_object('from', d.began_on::text, 'until', d.ended_on::text) order by d.id)
        from debt_help d
        join customers u on u.id = d.customer_id and u.debt_help_stops_interest
        where d.customer_id = c.customer_id and d.case_id = c.id), '[]') as stops,
      coalesce((
        select json_agg(json_build_object('on', day_of(w.at)::text, 'channel', w.channel) order by w.at, w.id)
        from (
          select m.sent_at as at, m.channel, m.id
          from communications m
          where m.customer_id = c.customer_id and m.case_id = c.id and m.sent_at is not null
            and m.channel in ('email', 'sms', 'whatsapp')
          union all
          select l.handed_at, 'letter', l.id
          from letters l
          where l.customer_id = c.customer_id and l.case_id = c.id and l.state = 'handedOver') w), '[]') as messages,
      ${sql.raw(prescribedLetterOn)} as "letterOn",
      t.calls, t.last as "lastCall"
    from cases c
    cross join lateral (
      select count(*)::int as calls, max(day_of(m.started_at))::text as last
      from communications m
      where m.customer_id = c.customer_id and m.case_id = c.id and m.channel = 'call' and m.started_at is not null) t
    where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
