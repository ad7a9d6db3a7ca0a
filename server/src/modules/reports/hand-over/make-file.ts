import { Readable } from 'node:stream'
import { handOverCasesMax, type HandOverKind } from '@regie/contract/hand-overs.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { customerOfRight } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import yazl from 'yazl'
import type { JobPayload, JobRun } from '../../../jobs/job-catalogue.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { keepScope, withAllCustomers, withCustomers } from '../../../platform/db/scope.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { failMade, isAwaited, keepMade } from '../../files/made-files.ts'
import { safeNames } from '../../files/safe-names.ts'
import { findRightsNow } from '../../identity/users/user-standing.ts'
import { makePack } from '../case/evidence/make-pack.ts'
import { paperWords } from '../case/paper-words.ts'
import { notifyOfReport } from '../output/notify-of-report.ts'
import { caseLines, listGiven } from './case-list.ts'
import { fileNeeds } from '../../hand-overs/hand-over-file.ts'
import { handOverTexts } from './hand-over-texts.ts'

type Payload = JobPayload<'makeHandOverFile'>
type Run = Pick<JobRun, 'signal' | 'isLastAttempt'>
type Facts = {
  customer: string
  kind: HandOverKind
  name: string
  reference: string
  note: string
  on: string
  locale: Locale
  username: string
}

/** Job: makes the file of a hand-over with the rights that whoever asked for it has now. A second run makes it anew. */
export async function makeHandOverFile(services: Services, payload: Payload, { signal, isLastAttempt }: Run): Promise<void> {
  const { db, config, clock } = services
  const { customerId, userId } = payload
  if (!(await isAwaited(db, payload))) return
  const rights = await withAllCustomers(() => findRightsNow(db, userId, clock.now()))
  const customerIds = rights.flatMap((right) => customerOfRight(right) ?? []).filter((id) => id === customerId)
  const needs = fileNeeds(customerId)
  try {
    if (!needs.every((right) => rights.includes(right))) throw new AppError('error.rightMissing')
    await withCustomers(
      customerIds,
      async () => {
        const facts = await findFacts(services, payload)
        const caller: Caller = { userId, username: facts.username, rights, stage: 'full', sessionId: null, customerIds }
        const { stream, name } = await zipOf(services, caller, payload, facts)
        const onKept = (tx: Transaction) => notifyOfReport(tx, payload, 'fileReady', clock.now())
        await keepMade(db, payload, { name, stream, needs }, { config, signal, onKept })
      },
      { userId },
    )
  } catch (error) {
    if (error instanceof AppError) return fail(services, payload, error.code)
    if (isLastAttempt && !signal.aborted) await fail(services, payload, 'error.unexpected')
    throw error
  }
}

/** Its job is not tried any more. */
export const failHandOverFile = (services: Pick<Services, 'db' | 'clock'>, payload: Payload): Promise<void> =>
  fail(services, payload, 'error.unexpected')

const fail = ({ db, clock }: Pick<Services, 'db' | 'clock'>, payload: Payload, fault: string): Promise<void> =>
  failMade(db, payload, fault, (tx) => notifyOfReport(tx, payload, 'fileFailed', clock.now()))

async function findFacts({ db }: Services, { customerId, handOverId, userId }: Payload): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select k.name as customer, h.kind, h.name, h.reference, h.note, h.on_day::text as on, h.locale, u.username
    from hand_overs h
    join customers k on k.id = h.customer_id
    join users u on u.id = ${userId}
    where h.customer_id = ${customerId} and h.id = ${handOverId}`.execute(db)
  const [facts] = rows
  if (!facts) throw new AppError('handOver.notFound')
  return facts
}

/** A page to read, the list, and the evidence of each case: each is made when the one before it has been written down, so one case is in memory at a time. */
async function zipOf(services: Services, caller: Caller, { customerId, handOverId }: Payload, facts: Facts) {
  const { db, clock } = services
  const given = await listGiven(db, customerId, handOverId)
  if (given.length === 0) throw new AppError('handOver.nothingLeft')
  if (given.length > handOverCasesMax) throw new AppError('bulk.tooMany', { params: { max: handOverCasesMax } })
  const [texts, words, at] = [handOverTexts[facts.locale], paperWords(facts.locale), clock.now()]
  const names = safeNames(given.map(({ caseNumber }) => `${caseNumber}.zip`))
  const cases = given.map((one, no) => ({ ...one, pack: `${texts.folder}/${names[no]}` }))
  const zip = new yazl.ZipFile()
  const inScope = keepScope()
  const add = (path: string, compress: boolean, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(path, { mtime: at, compress }, (begin) => {
      inScope(open).then(
        (stream) => begin(null, stream),
        (error: unknown) => begin(error, null as never),
      )
    })
  const about = {
    ...{ id: handOverId, customer: facts.customer, name: facts.name, kind: texts.kinds[facts.kind], count: given.length },
    ...{ reference: facts.reference || '–', note: facts.note || '–', on: words.day(facts.on), at: words.moment(at.toISOString()) },
  }
  add(texts.readme, true, async () => Readable.from([words.fill(texts.text, about)]))
  add(texts.list, true, async () => {
    const lines = caseLines(db, { customerId, cases, on: facts.on, texts })
    return Readable.from(linesInScope(lines, inScope), { objectMode: false })
  })
  for (const { id, pack } of cases)
    add(pack, false, async () => (await makePack(services, caller, { caseID: id, locale: facts.locale })).stream as Readable)
  zip.end()
  const stream = zip.outputStream as Readable
  // A pack that cannot be made: half a hand-over is none.
  zip.on('error', (error: Error) => stream.destroy(error))
  return { stream, name: `${texts.fileName}-${handOverId}.zip` }
}

async function* linesInScope(lines: AsyncGenerator<string, void, void>, inScope: ReturnType<typeof keepScope>) {
  for (let line = await inScope(() => lines.next()); !line.done; line = await inScope(() => lines.next())) yield line.value
}
