import { Readable } from 'node:stream'
import type { BlacklistRow } from '@regie/contract/blacklist.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { AppError } from '../../../platform/app-error.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import { withCustomers } from '../../../platform/db/scope.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { type ListFilters, listEntries } from './listed-entries.ts'

const pageSize = 1_000

// The first heading is one that the import knows, so that a file that was downloaded can be read elsewhere.
const headings: Record<Locale, readonly string[]> = {
  nl: [
    'adres',
    'soort',
    'reden',
    'bewaartermijn',
    'toegevoegd',
    'door',
    'tot',
    'bereik',
    'script',
    'dossier',
    'opmerking',
    'WhatsApp-nummer',
    'schrijft sinds',
  ],
  eng: [
    'address',
    'kind',
    'reason',
    'retention',
    'added',
    'by',
    'until',
    'scope',
    'script',
    'case',
    'note',
    'WhatsApp number',
    'writes since',
  ],
  fr: [
    'adresse',
    'type',
    'raison',
    'conservation',
    'ajout',
    'par',
    'jusqu’au',
    'portée',
    'script',
    'dossier',
    'remarque',
    'numéro WhatsApp',
    'écrit depuis',
  ],
}

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
  async function* lines() {
    yield byteOrderMark + csvLine(headings[locale])
    for (let page = first; ; ) {
      yield page.map(lineOf).join('')
      const last = page.at(-1)
      if (!last || page.length < pageSize) return
      const before = last.blacklistID
      // Read when the browser takes them, which is after the request has left its own scope.
      page = await withCustomers(caller.customerIds, () => listEntries(db, caller, filters, { limit: pageSize, before, now }))
    }
  }
  return { fileName: 'blacklist.csv', stream: Readable.from(lines()) }
}

function lineOf(row: BlacklistRow): string {
  const { value, kind, reason, retention, addedAt, addedBy, expiresAt, scope, script, fromCase, note, whatsapp } = row
  return csvLine([
    ...[value, whatsapp === null ? kind : 'whatsapp', reason, retention, addedAt, addedBy, expiresAt ?? '', scope],
    ...[script?.name ?? '', fromCase?.caseNumber ?? '', note],
    ...[whatsapp?.providers.join(', ') ?? '', whatsapp?.since ?? ''],
  ])
}
