import { sql } from 'kysely'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { closeBatch } from '../batches/change-batch-status.ts'
import { openChance } from '../demo-past/chance.ts'
import { planBatches } from '../demo-past/past-batches.ts'
import { inventDebtor } from '../demo-past/past-debtors.ts'
import { streamOf } from '../demo-past/upload-faults.ts'
import { confirmImport } from '../imports/confirm-import.ts'
import { uploadFile } from '../imports/upload-file.ts'
import { actAs } from '../demo-past/colleagues.ts'
import type { DemoWork } from './demo-work.ts'

// The demo never grows without end: so many batches of each script in a day, and in all.
export const batchesMax = { day: 60, all: 240 }
// With fewer open cases the lists stand still.
const openEnough = 24
// Small files of small claims, so that a day of the demo looks like the days of its year.
const minutesBetween = 6
const casesMin = 5
const casesMax = 9
const claimShare = 0.25
const filePrefix = 'simulatie-'
// Nobody of one script is a person of the other.
const series = {
  first: { words: 'Simulatie', file: filePrefix, cases: 'L', seed: 7_000_000, serial: 100_000 },
  whatsapp: { words: 'Simulatie WhatsApp', file: `${filePrefix}whatsapp-`, cases: 'LW', seed: 8_000_000, serial: 200_000 },
} as const

type Standing = { ready: number | null; busy: boolean; day: number; all: number; open: number; done: number | null; last: Date | null }

/** When the work runs dry the next small file comes in, by the same way as any other: uploaded, checked, confirmed. What is done is closed. */
export async function bringWork(services: Services, work: DemoWork, leader: Caller, speed: number): Promise<void> {
  const { words, file } = series[work.begins]
  const { ready, busy, day, all, open, done, last } = await lookAround(services, work)
  if (ready !== null) {
    const name = `${words} ${momentOf(services.clock.now())}`
    await actAs(leader, 'files.confirm', () => confirmImport(services, leader, ready, { name, startLater: false }))
    return
  }
  if (done !== null)
    await actAs(leader, 'batches.close', () => closeBatch(services, leader, done, { resultCode: 'BSL', endPaymentLinks: true }))
  if (busy || open >= openEnough || day >= batchesMax.day || all >= batchesMax.all) return
  const now = services.clock.now()
  if (last !== null && now.getTime() - last.getTime() < (minutesBetween * 60_000) / speed) return
  const content = inventFile(work.begins, all, now)
  const { customerId, scriptId } = work
  const upload = { customerId, scriptId, fileName: `${file}${String(all + 1).padStart(3, '0')}.csv`, stream: streamOf(content) }
  await actAs(leader, 'files.upload', () => uploadFile(services, leader, upload))
}

async function lookAround({ db, clock }: Services, { customerId, scriptId }: DemoWork): Promise<Standing> {
  const now = clock.now()
  const { rows } = await sql<Standing>`
    with ours as (
      select i.id, i.status, i.batch_id, i.created_at
      from imports i
      join files f on f.customer_id = i.customer_id and f.id = i.file_id
      where i.customer_id = ${customerId} and i.script_id = ${scriptId} and f.name like ${`${filePrefix}%`})
    select min(o.id) filter (where o.status = 'ready') as ready,
      coalesce(bool_or(o.status in ('reading', 'checking', 'importing')), false) as busy,
      (count(*) filter (where o.created_at > ${now}::timestamptz - interval '1 day'))::int as day,
      count(*)::int as all, max(o.created_at) as last,
      (select coalesce(sum(n.open), 0)::int
        from batches b
        join batch_counters n on n.customer_id = b.customer_id and n.batch_id = b.id
        where b.customer_id = ${customerId} and b.script_id = ${scriptId} and b.status = 'open' and not b.is_demo
          and not b.is_single) as open,
      (select min(b.id)
        from ours x
        join batches b on b.id = x.batch_id and b.status = 'open' and b.locked_at is null
        join batch_counters n on n.customer_id = b.customer_id and n.batch_id = b.id
        where n.open = 0 and n.paused = 0 and n.total > 0) as done
    from ours o`.execute(db)
  return rows[0] ?? { ready: null, busy: false, day: 0, all: 0, open: 0, done: null, last: null }
}

function momentOf(now: Date): string {
  return now.toLocaleString('nl-NL', {
    timeZone: 'Europe/Amsterdam',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
}

/** A small file as a creditor sends it: fictitious people, in the words of the fields. */
function inventFile(begins: DemoWork['begins'], number: number, now: Date): Buffer {
  const { cases, seed, serial } = series[begins]
  const chance = openChance(number + seed)
  const [batch] = planBatches(0, now).slice(number % 5)
  if (!batch) throw new Error('no creditor')
  const from = { ...batch, prefix: `${cases}${String(number + 1).padStart(3, '0')}-`, importedAt: now }
  const rows = Array.from({ length: chance.between(casesMin, casesMax) }, (_, at) => {
    const { fields } = inventDebtor(chance, from, { at, serial: serial + number * 50 + at })
    const claim = (Number(fields['openstaand']) * claimShare).toFixed(2).replace('.', ',')
    // A creditor hands over before costs are asked.
    return { ...fields, openstaand: claim, hoofdsom: claim, incassokosten: '' } as Record<string, string>
  })
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map((cells) => cells.join(';'))
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
