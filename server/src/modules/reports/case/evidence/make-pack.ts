import { createHash, randomUUID } from 'node:crypto'
import { caseSections } from '@regie/contract/case-report.ts'
import { eventSentence } from '@regie/contract/case-words/event-sentence.ts'
import type { TimelineItem } from '@regie/contract/cases.ts'
import { type EvidenceFile, type EvidenceManifest, evidenceManifestName } from '@regie/contract/evidence.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { AppError } from '../../../../platform/app-error.ts'
import { keepScope } from '../../../../platform/db/scope.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import type { FileReply } from '../../../../platform/http/route.ts'
import type { Services } from '../../../../services.ts'
import { caseTimeline } from '../../../cases/case-timeline.ts'
import { findLetterhead } from '../../../customers/letterhead-queries.ts'
import { findCaseReport } from '../case-report.ts'
import { makeCasePdf, nameForFile } from '../download-case.ts'
import { paperWords } from '../paper-words.ts'
import { listFiles } from './list-files.ts'
import {
  listReceived,
  listSent,
  messagesMax,
  readContent,
  readKept,
  readReceived,
  type ReceivedFact,
  type SentFact,
} from './list-messages.ts'
import { type PackEntry, zipOfPack } from './pack-zip.ts'

/**
 * A case with all that proves what happened: the paper, its documents, each message as it left or came with its files, receipts, decisions and payments,
 * chained by their hashes. Read file by file while it is sent, so neither memory nor a connection is held for its reader. Of one that was handed out whole
 * the hash of its manifest is kept.
 */
export async function makePack(
  services: Services,
  caller: Caller,
  { caseID, locale }: { caseID: number; locale: Locale },
): Promise<FileReply> {
  const { db, clock } = services
  const report = await findCaseReport(services, caller, caseID)
  const { customerID: customerId, caseNumber } = report.details
  const ofCase = { customerId, caseId: caseID }
  const [{ name: customer }, sent, received] = await Promise.all([
    findLetterhead(db, customerId),
    listSent(db, ofCase),
    listReceived(db, ofCase),
  ])
  if (sent.length > messagesMax || received.length > messagesMax) throw new AppError('evidence.tooLarge', { params: { max: messagesMax } })
  const mails = new Map(sent.filter(({ keptSha256 }) => keptSha256 !== null).map((one) => [one.id, filesOf(one)[0] ?? null]))
  const { documents, sentWith, cameWith, files } = await listFiles(services, ofCase, {
    mailOf: (messageId) => mails.get(messageId) ?? null,
    mailBytes: sent.reduce((sum, { keptBytes }) => sum + (keptBytes ?? 0), 0),
  })
  const at = clock.now()
  const inScope = keepScope()
  const words = paperWords(locale)
  const { timeline: _, ...details } = report
  const file = (path: string, read: () => Promise<Buffer | string>): PackEntry => ({
    ...{ path, at },
    // Read when the browser takes it, which is after the request has left its own scope.
    read: () => inScope(async () => Buffer.from(await read())),
  })
  const entries = [
    file(words.texts.evidence.readme, async () =>
      words.fill(words.texts.evidence.text, { caseNumber, customer, at: words.moment(at.toISOString()) }),
    ),
    file('case.pdf', async () => (await makeCasePdf(services, caller, { caseID, locale, sections: [...caseSections], mask: false })).pdf),
    file('case.json', async () => lines(details)),
    file('timeline.jsonl', () => timelineLines(services, caller, caseID, locale)),
    file('messages.json', async () => lines(sent.map((one) => ({ ...one, files: filesOf(one), attachments: sentWith(one.id) })))),
    ...sent.flatMap((one) =>
      contentsOf(one).map(({ path, part }) =>
        file(path, () => (part === 'kept' ? readKept(db, ofCase, one.id) : readContent(db, ofCase, one, part))),
      ),
    ),
    file('received.json', async () => lines(received.map((one) => ({ ...one, file: pathOf(one), attachments: cameWith(one.id) })))),
    ...received.map((one) => file(pathOf(one), () => readReceived(db, ofCase, one.id))),
    file('documents.json', async () => lines(documents)),
    ...files.map(({ path, read }) => file(path, read)),
  ]
  const packID = randomUUID()
  const manifest = {
    kind: 'regie-evidence' as const,
    version: 1 as const,
    packID,
    customer,
    caseNumber,
    madeAt: at.toISOString(),
    madeBy: caller.username,
  }
  const close = (files: EvidenceFile[]) => inScope(() => closePack(services, ofCase, { ...manifest, files }))
  return {
    fileName: `${words.texts.evidence.fileName}-${nameForFile(caseNumber)}.zip`,
    stream: zipOfPack(entries, { path: evidenceManifestName, at, close }),
  }
}

// The last file is made when all others have left: only then there is a pack to know again.
async function closePack(
  { db }: Services,
  { customerId, caseId }: { customerId: number; caseId: number },
  manifest: EvidenceManifest,
): Promise<Buffer> {
  const content = lines(manifest)
  await db
    .insertInto('evidence_packs')
    .values({
      ...{ customer_id: customerId, id: manifest.packID, case_id: caseId, case_number: manifest.caseNumber },
      ...{
        manifest_sha256: createHash('sha256').update(content).digest(),
        files: manifest.files.length,
        made_at: manifest.madeAt,
        made_by: manifest.madeBy,
      },
    })
    .execute()
  return Buffer.from(content)
}

const lines = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const numbered = (folder: string, id: number, rest: string) => `${folder}/${String(id).padStart(10, '0')}-${rest}`

/** What there is of a message: the bytes that left, or its words, its page and what else a call lets hear where those were not kept. */
function filesOf(sent: SentFact): string[] {
  return contentsOf(sent).map(({ path }) => path)
}

function contentsOf({ id, channel, keptSha256, hasText, hasHtml, parts }: SentFact) {
  const of = (rest: string) => numbered('messages', id, `${channel}${rest}`)
  if (keptSha256 !== null) return [{ path: of('.eml'), part: 'kept' as const }]
  return [
    ...(hasText ? [{ path: of('.txt'), part: 'answer' as const }] : []),
    ...(hasHtml ? [{ path: of('.html'), part: 'html' as const }] : []),
    ...parts.map((part) => ({ path: of(`-${part}.txt`), part })),
  ]
}
const pathOf = ({ id, channel }: ReceivedFact) => numbered('received', id, `${channel}.txt`)

const pageOfEvents = 50

/** All that happened, the newest first as the product reads it, each on a line with its sentence; a page at a time. */
async function timelineLines(services: Services, caller: Caller, caseId: number, locale: Locale): Promise<string> {
  const words = paperWords(locale)
  const read: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await caseTimeline(services, caller, caseId, { limit: pageOfEvents, ...(cursor != null && { cursor }) })
    read.push(...page.rows.map((item) => JSON.stringify(eventLine(item, words))))
    cursor = page.nextCursor
  } while (cursor !== null)
  return `${read.toReversed().join('\n')}\n`
}

function eventLine(item: TimelineItem, words: ReturnType<typeof paperWords>) {
  const { id, at, event, params, communicationID, step, state, simulated, reason, by } = item
  return {
    id,
    at,
    event,
    sentence: eventSentence(words, item),
    by,
    step,
    messageID: communicationID,
    state,
    reason,
    isSimulated: simulated,
    params,
  }
}
