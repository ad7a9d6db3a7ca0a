import { setTimeout as sleep } from 'node:timers/promises'
import { providerApi } from '@regie/contract/providers.ts'
import { httpSmsProviders } from '@regie/contract/sms-providers.ts'
import { seedDemo } from '../../scripts/seed-demo.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { ApiClient } from '../api-client.ts'
import { percentile } from '../bench/measure/statistics.ts'
import { countersTie, expectThat, type FaultLab, type Finding, openFaultLab } from './fault-lab.ts'

const password = 'Storing-proef-2027!'
const repeatsOfOne = 100
const perSecond = 1_000
const lateDays = 3

type Answer = { status: number; ms: number }
/** What a provider reports about our message of this number. */
type Report = { ref: number; status: 'delivered' | 'delivery_failed' }

/**
 * R18: a provider reports the same a hundred times at once, in the wrong order, three days late and a thousand times a second, while the api is killed.
 * Each report has one effect, a state only moves forward, and what was answered with 200 is kept.
 */
export async function webhooksFlood({ reports, isStrict }: { reports: number; isStrict: boolean }): Promise<Finding[]> {
  const lab = await openFaultLab()
  try {
    const database = openDatabase(lab.url, { log: { warn: () => undefined } })
    await seedDemo(database.db, password)
    await database.close()
    const first = await lab.startApi()
    const { path, providerID } = await registerProvider(lab, first.url)
    const engine = lab.startEngine()
    const [again = 0, ordered = 0, ...ids] = await seedSent(lab, providerID, 2 * reports + 2)
    const [calmly, dyingly] = [ids.slice(0, reports), ids.slice(reports)]

    const same = await Promise.all(
      Array.from({ length: repeatsOfOne }, () => report(first.url + path, { ref: again, status: 'delivery_failed' })),
    )
    // That it failed is less than that it arrived, whichever comes first.
    for (const status of ['delivered', 'delivery_failed', 'delivered'] as const) await report(first.url + path, { ref: ordered, status })

    const burst = await flood(first.url + path, calmly)
    await untilRecorded(lab)
    const times = [...burst.values()].map(({ ms }) => ms)

    const answered: number[] = []
    const enough = Promise.withResolvers<void>()
    const dying = flood(first.url + path, dyingly, (ref, { status }) => {
      if (status === 200) answered.push(ref)
      if (answered.length >= reports / 10) enough.resolve()
    })
    await Promise.race([enough.promise, dying])
    await lab.killEngine(first.process)
    await dying
    await untilRecorded(lab)
    const kept = await arrivedOnce(lab, answered)
    // A provider goes on until it is answered.
    const second = await lab.startApi()
    const missed = dyingly.filter((ref) => !answered.includes(ref))
    const retried = await flood(second.url + path, missed)
    await untilRecorded(lab)
    await lab.stopEngine(engine)

    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    return [
      expectThat(
        same.every(({ status }) => status === 200) && (await linesOf(lab, again, 'smsFailed')) === 1,
        `the same report ${repeatsOfOne} times at once: ${await linesOf(lab, again, 'smsFailed')} line`,
      ),
      expectThat(
        (await stateOf(lab, ordered)) === 'delivered',
        `delivered, then failed, then delivered again: ${await stateOf(lab, ordered)}`,
      ),
      expectThat(
        [...burst.values()].every(({ status }) => status === 200) && (await arrivedOnce(lab, calmly)) === reports,
        `${reports} messages of ${lateDays} days ago, ${perSecond} reports a second: ${await arrivedOnce(lab, calmly)} arrived, with one line each`,
      ),
      expectThat(
        !isStrict || (p50 <= 50 && p99 <= 1_000),
        `answered in p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms${isStrict ? ' (limits 50 and 1,000)' : ''}`,
      ),
      expectThat(
        answered.length > 0 && missed.length > 0 && kept === answered.length,
        `killed in between: ${kept} of the ${answered.length} that were answered are kept, ${missed.length} were not answered`,
      ),
      expectThat(
        [...retried.values()].every(({ status }) => status === 200) && (await arrivedOnce(lab, dyingly)) === reports,
        `after the provider's repeats ${await arrivedOnce(lab, dyingly)} of ${reports} arrived, with one line each`,
      ),
      await countersTie(lab.db),
    ]
  } finally {
    await lab.close()
  }
}

/** A provider that reports by HTTP, made as staff make it; where it reports. */
async function registerProvider(lab: FaultLab, url: string): Promise<{ path: string; providerID: number }> {
  const api = new ApiClient(url)
  await api.signIn('beheer', password)
  const { rows } = await lab.db.query<{ id: string }>('select id from customers order by id limit 1')
  const settings = { kind: 'messagebird' as const, url: httpSmsProviders.messagebird.url, user: '', sender: 'Incasso' }
  const made = await api.call(providerApi.create, {
    body: { customerID: Number(rows[0]?.id), channel: 'sms', name: 'Sms', settings, secret: 'sleutel', isOff: false, isDefault: false },
  })
  if (made.status !== 200) throw new Error(`the provider was answered ${made.status} ${made.text}`)
  return { path: new URL(made.body.webhookUrl).pathname, providerID: made.body.providerID }
}

/** Messages that this provider took three days ago; their numbers, which it reports back. */
async function seedSent(lab: FaultLab, providerID: number, count: number): Promise<number[]> {
  const { rows } = await lab.db.query<{ id: string }>(
    `with customer as (select customer_id as id from providers where id = $1),
    script as (
      insert into scripts (customer_id, name, always_open)
      select id, 'Sms', true from customer
      returning customer_id, id),
    batch as (
      insert into batches (customer_id, script_id, name, status)
      select customer_id, id, 'Sms', 'open' from script
      returning customer_id, id),
    made as (
      insert into cases (customer_id, batch_id, case_number, name, mobile)
      select b.customer_id, b.id, 'S' || i, 'Debiteur ' || i, '+316' || 10000000 + i
      from batch b
      cross join generate_series(1, $2) i
      returning customer_id, batch_id, id, mobile)
    insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, recipient, provider,
      provider_id, simulated, state, queued_at, sent_at)
    select customer_id, id, batch_id, 'sms', 'webhook:' || id, mobile, 'messagebird', $1, false, 'sent',
      now() - make_interval(days => $3), now() - make_interval(days => $3)
    from made
    returning id`,
    [providerID, count, lateDays],
  )
  await lab.db.query(`update communications set provider_ref = provider_id || ':' || id where provider_id = $1`, [providerID])
  return rows.map(({ id }) => Number(id))
}

/** What is kept when a report is answered, an engine records. */
async function untilRecorded(lab: FaultLab) {
  const until = performance.now() + 60_000
  while (Number(await one(lab, 'select count(*) as found from early_news', [])) > 0) {
    if (performance.now() > until) throw new Error('reports are still not recorded after a minute')
    await sleep(100)
  }
}

/** A thousand reports a second, each once. */
async function flood(
  url: string,
  refs: readonly number[],
  onAnswer: (ref: number, answer: Answer) => void = () => undefined,
): Promise<Map<number, Answer>> {
  const began = performance.now()
  const answers = refs.map(async (ref, i): Promise<[number, Answer]> => {
    await sleep(Math.max(0, began + (i * 1_000) / perSecond - performance.now()))
    const answer = await report(url, { ref, status: 'delivered' })
    onAnswer(ref, answer)
    return [ref, answer]
  })
  return new Map(await Promise.all(answers))
}

async function report(url: string, { ref, status }: Report): Promise<Answer> {
  const began = performance.now()
  const query = new URLSearchParams({ id: `mb-${ref}`, reference: String(ref), status, statusDatetime: new Date().toISOString() })
  const answer = await fetch(`${url}?${query}`).then(
    async (found) => {
      await found.arrayBuffer()
      return found.status
    },
    () => 0,
  )
  return { status: answer, ms: performance.now() - began }
}

const one = async (lab: FaultLab, query: string, values: unknown[]) =>
  (await lab.db.query<{ found: string | null }>(query, values)).rows[0]?.found

/** How many of these messages are known to have arrived, and have exactly one line of it. */
const arrivedOnce = async (lab: FaultLab, ids: readonly number[]) =>
  Number(
    await one(
      lab,
      `select count(*) as found
      from communications c
      where id = any($1) and delivery = 'delivered'
        and (select count(*) from timeline t where t.communication_id = c.id and t.event = 'smsDelivered') = 1`,
      [ids],
    ),
  )
const stateOf = (lab: FaultLab, id: number) => one(lab, 'select delivery as found from communications where id = $1', [id])
const linesOf = async (lab: FaultLab, id: number, event: string) =>
  Number(await one(lab, 'select count(*) as found from timeline where communication_id = $1 and event = $2', [id, event]))
