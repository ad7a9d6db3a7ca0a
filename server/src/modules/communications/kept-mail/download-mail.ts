import { Readable } from 'node:stream'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'

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
