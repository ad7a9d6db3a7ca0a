import { Readable } from 'node:stream'
import type { Contact } from '@regie/contract/contact.ts'
import { type contactApi, contactFile } from '@regie/contract/contacts.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../platform/app-error.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { contactConditions, findContacts } from './contact-queries.ts'
import { cellOf, contactColumnKeys, contactTexts } from './contact-texts.ts'

/** The contacts that the filters leave as a CSV file, which can be imported as it is; an empty one is refused. */
export async function downloadContacts(
  { db }: Services,
  caller: Caller,
  { locale, ...filters }: RequestOf<typeof contactApi.download>['query'],
): Promise<FileReply> {
  mustAccessCustomer(caller, filters.customerID, 'customer.notFound')
  const contacts = await findContacts(db, contactConditions(filters), contactFile.rowsMax)
  if (contacts.length === 0) throw new AppError('contact.noneToDownload')
  const texts = contactTexts[locale]
  const line = (contact: Contact) => csvLine(contactColumnKeys.map((column) => cellOf(contact, column, texts)))
  const lines = [byteOrderMark + csvLine(contactColumnKeys.map((column) => texts.columns[column])), ...contacts.map(line)]
  return { fileName: 'contacten.csv', stream: Readable.from(lines) }
}
