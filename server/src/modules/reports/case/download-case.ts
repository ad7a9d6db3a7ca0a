import { Readable } from 'node:stream'
import type { CasePaperWish } from '@regie/contract/case-report.ts'
import { makePaper } from '../../../platform/documents/paper/make-paper.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { findLetterhead } from '../../customers/letterhead-queries.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { listPeople } from '../../identity/users/list-people.ts'
import { casePaper } from './case-paper.ts'
import { findCaseReport, readTimeline, withMasks } from './case-report.ts'
import { paperWords } from './paper-words.ts'

/** A case as PDF. Whose case it is and what may be seen of it is asked now, by the calls that the screen makes. */
export async function downloadCase(services: Services, caller: Caller, wish: CasePaperWish): Promise<FileReply> {
  const { pdf, caseNumber } = await makeCasePdf(services, caller, wish)
  return { fileName: `${paperWords(wish.locale).texts.fileName}-${nameForFile(caseNumber)}.pdf`, stream: Readable.from([pdf]) }
}

/** The number of a case as part of the name of a file. */
export const nameForFile = (caseNumber: string): string => caseNumber.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')

/** The bytes of that PDF. */
export async function makeCasePdf(services: Services, caller: Caller, { caseID, locale, sections, mask }: CasePaperWish) {
  const reader = mask ? withMasks(caller) : caller
  const report = await findCaseReport(services, reader, caseID)
  const history = sections.includes('timeline') ? await readTimeline(services, reader, caseID) : null
  const [{ name: customerName }, people] = await Promise.all([
    findLetterhead(services.db, report.details.customerID),
    listPeople(services, caller),
  ])
  const names = new Map(people.map(({ username, name }) => [username, name]))
  const person = (username: string) => names.get(username) ?? username
  const paper = casePaper({
    ...{ report, history, customerName, sections, locale, person },
    isMasked: !maySeePersonalData(reader),
    madeAt: services.clock.now().toISOString(),
    madeBy: person(caller.username),
  })
  return { pdf: await makePaper(paper), caseNumber: report.details.caseNumber }
}
