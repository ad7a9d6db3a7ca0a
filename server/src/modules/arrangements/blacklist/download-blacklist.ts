import { Readable } from 'node:stream'
import type { BlacklistRow } from '@regie/contract/blacklist.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { AppError } from '../../../platform/app-error.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import { keepScope } from '../../../platform/db/scope.ts'
import { momentText } from '../../../platform/documents/cell-formats.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { namesByLogin } from '../../../platform/db/user-name.ts'
import { blacklistTexts, reasonWordsOf } from './blacklist-texts.ts'
import { type ListFilters, listEntries } from './listed-entries.ts'

const pageSize = 1_000

/** The list as a CSV file, page by page; an empty one is refused. */
export async function downloadBlacklist(
  { db, clock }: Services,
  caller: Caller,
  { locale = 'nl', ...filters }: ListFilters & { locale?: Locale | undefined },
): Promise<FileReply> {
  mustAccessCustomer(caller, filters.customerID, 'customer.notFound')
  const now = clock.now()
  const first = await listEntries(db, caller, filters, { limit: pageSize, before: null, now })
  if (first.length === 0) throw new AppError('blacklist.empty')
  const texts = blacklistTexts[locale]
  const inScope = keepScope()
  async function* lines() {
    yield byteOrderMark + csvLine(Object.values(texts.columns))
    for (let page = first; ; ) {
      const logins = page.map(({ addedBy }) => addedBy)
      const names = await inScope(() => namesByLogin(db, logins))
      yield page.map((row) => lineOf(row, texts, names)).join('')
      const last = page.at(-1)
      if (!last || page.length < pageSize) return
      const before = last.blacklistID
      // Read when the browser takes them, which is after the request has left its own scope.
      page = await inScope(() => listEntries(db, caller, filters, { limit: pageSize, before, now }))
    }
  }
  return { fileName: 'blacklist.csv', stream: Readable.from(lines()) }
}

type Texts = (typeof blacklistTexts)[Locale]

function lineOf(row: BlacklistRow, texts: Texts, names: ReadonlyMap<string, string>): string {
  const { value, kind, reason, retention, addedAt, addedBy, expiresAt, scope, script, fromCase, note, whatsapp } = row
  return csvLine([
    ...[value, texts.kinds[whatsapp === null ? kind : 'whatsapp'], reasonWordsOf(reason, texts), texts.retentions[retention]],
    ...[momentText(addedAt), addedBy === '' ? texts.byItself : (names.get(addedBy.toLowerCase()) ?? addedBy), momentText(expiresAt)],
    ...[texts.scopes[scope], script?.name ?? '', fromCase?.caseNumber ?? '', note],
    ...[whatsapp?.providers.join(', ') ?? '', momentText(whatsapp?.since ?? null)],
  ])
}
