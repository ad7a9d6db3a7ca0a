import { Readable } from 'node:stream'
import { complaintParts, type complianceFileApi, type StaffRecord } from '@regie/contract/compliance-file.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { complianceFileTexts } from './compliance-file-texts.ts'
import { findComplianceFile } from './find-file.ts'

type Query = RequestOf<typeof complianceFileApi.file>['query']

/** A part of the file as CSV: a line for each member of staff, or for each year. */
export async function exportComplianceFile(
  { db, clock }: Services,
  caller: Caller,
  customerId: number,
  { view, locale }: Query,
): Promise<FileReply> {
  const texts = complianceFileTexts[locale]
  const { staff, years } = await findComplianceFile(db, caller, customerId, clock.now())
  const word = (state: StaffRecord['vogState']) => (state === null ? '' : texts.states[state])
  const lines =
    view === 'staff'
      ? [
          Object.values(texts.staff),
          ...staff.map((one) => [
            ...[one.name, one.username, one.jobTitle, one.collects ? texts.yes : texts.no],
            ...[one.vogOn ?? '', one.vogDue ?? '', word(one.vogState)],
            ...[one.trainingLevel === null ? '' : texts.levels[one.trainingLevel], one.trainedOn ?? '', one.refreshedOn ?? ''],
            ...[one.refresherDue ?? '', word(one.trainingState)],
          ]),
        ]
      : [
          [texts.year, ...complaintParts.map((part) => texts.complaints[part])],
          ...years.map(({ year, counts }) => [String(year), ...complaintParts.map((part) => String(counts[part]))]),
        ]
  return { fileName: `${texts.fileNames[view]}.csv`, stream: Readable.from([byteOrderMark + lines.map(csvLine).join('')]) }
}
