import { Readable } from 'node:stream'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { findCommunication } from '../communication-queries.ts'
import { mailPage, mailPagePolicy } from './mail-page.ts'

/** The very bytes of a mail of this case; another customer's is answered as not found. */
export async function downloadMail({ db }: Services, caller: Caller, caseId: number, communicationId: number): Promise<FileReply> {
  const row = await db
    .selectFrom('communications as c')
    .innerJoin('sent_mails as m', (join) => join.onRef('m.customer_id', '=', 'c.customer_id').onRef('m.communication_id', '=', 'c.id'))
    .select('m.content')
    .where('c.customer_id', 'in', [0, ...caller.customerIds])
    .where('c.id', '=', communicationId)
    .where('c.case_id', '=', caseId)
    .executeTakeFirst()
  if (!row) throw new AppError('case.notFound')
  return { fileName: `mail-${communicationId}.eml`, stream: Readable.from([row.content]) }
}

/** The same mail for a frame of ours, masked for who may not see all; what has no page is answered as not found. */
export async function showMail(
  services: Services,
  caller: Caller,
  { caseID, communicationID, scheme }: { caseID: number; communicationID: number; scheme: 'light' | 'dark' },
): Promise<FileReply> {
  const { html } = await findCommunication(services, caller, caseID, communicationID)
  if (html === null) throw new AppError('case.notFound')
  return {
    fileName: `mail-${communicationID}.html`,
    stream: Readable.from([mailPage(html, scheme)]),
    policy: mailPagePolicy(services.config.publicUrl),
  }
}
