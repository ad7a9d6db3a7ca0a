import type { statementApi } from '@regie/contract/bank-statements.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { openCents } from '../cases/money/open-amount.ts'

type PayingCase = { caseNumber: string; name: string; reference: string; openCents: number }
type SampleLine = { cents: number; name: string; text: string }

// Accounts that are printed as examples: nobody has them.
const account = 'NL91ABNA0417164300'
const payers = ['NL20INGB0001234567', 'NL44RABO0123456789', 'NL69INGB0123456789', 'NL02ABNA0123456789']

/** An example of a file in MT940, made of open cases of a customer of the demo: paid in full, in part, too much, without a reference, and by a stranger. */
export async function makeSample(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  customerId: number,
): Promise<ResponseOf<typeof statementApi.sample>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { rows } = await sql<PayingCase>`
    select c.case_number as "caseNumber", c.name, c.payment_reference as reference,
      ${sql.raw(openCents('c'))} as "openCents"
    from cases c
    join customers o on o.id = c.customer_id and o.is_demo
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id and not b.is_demo and b.locked_at is null
    where c.customer_id = ${customerId} and c.status <> 'closed' and c.currency = 'EUR'
      and ${sql.raw(openCents('c'))} > 100
    order by c.id desc
    limit 4`.execute(db)
  if (rows.length === 0) throw new AppError('statement.noSample')
  const now = clock.now()
  return { fileName: `voorbeeld-afschrift-${now.toISOString().slice(0, 10)}.940`, content: asMt940(linesOf(rows), now) }
}

function linesOf(cases: readonly PayingCase[]): SampleLine[] {
  const [whole, part, over, unnamed] = cases
  return [
    ...(whole ? [{ cents: whole.openCents, name: whole.name, text: whole.reference }] : []),
    ...(part ? [{ cents: Math.floor(part.openCents / 2), name: part.name, text: `deel ${part.reference}` }] : []),
    ...(over ? [{ cents: over.openCents + 500, name: over.name, text: over.reference }] : []),
    ...(unnamed ? [{ cents: unnamed.openCents, name: unnamed.name, text: `dossier ${unnamed.caseNumber}` }] : []),
    { cents: 12_500, name: 'Voorbeeld BV', text: 'contributie (voorbeeld)' },
  ]
}

// The bank's own names begin with the moment, so that each example is a day of its own.
function asMt940(lines: readonly SampleLine[], now: Date): string {
  const day = now.toISOString().slice(2, 10).replaceAll('-', '')
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  const entries = lines.flatMap(({ cents, name, text }, index) => [
    `:61:${day}${day.slice(2)}C${amountOf(cents)}NTRFNONREF//${now.getTime().toString(36)}${index}`,
    `:86:${payers[index] ? `/IBAN/${payers[index]}` : ''}/NAME/${pieceOf(name)}/REMI/${pieceOf(text)}`,
  ])
  return [
    ':20:VOORBEELD',
    `:25:${account}`,
    ':28C:1',
    `:60F:C${day}EUR0,00`,
    ...entries,
    `:62F:C${day}EUR${amountOf(total)}`,
    '-',
    '',
  ].join('\n')
}

const amountOf = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
/** Text within a piece of field 86, where a slash begins the next one and a line may begin a field. */
const pieceOf = (text: string) => text.replace(/[\n\r/]/g, ' ')
