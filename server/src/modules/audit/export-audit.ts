import { Readable } from 'node:stream'
import { changesWithTechnical, changeText, peopleFields } from '@regie/contract/audit-values/changes.ts'
import type { AuditWords } from '@regie/contract/audit-values/words.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { keepScope } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { momentText } from '../../platform/documents/cell-formats.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { calledOf } from './audit-names.ts'
import { type AuditFilters, type AuditPlace, type FoundLine, listAuditLines } from './audit-queries.ts'
import { namesByLogin } from '../../platform/db/user-name.ts'
import { actionWords, auditTexts } from './audit-texts.ts'
import { auditWords } from './audit-file-words.ts'

const pageSize = 1_000

/** The lines as a CSV file, streamed page by page: a year of them takes no more memory than a day. */
export function exportAudit(services: Pick<Services, 'db'>, caller: Caller, filters: AuditFilters, locale: Locale): FileReply {
  return { fileName: `${auditTexts[locale].fileName}.csv`, stream: Readable.from(linesOf(services, caller, filters, locale, keepScope())) }
}

async function* linesOf(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  filters: AuditFilters,
  locale: Locale,
  inScope: ReturnType<typeof keepScope>,
) {
  const texts = auditTexts[locale]
  yield byteOrderMark + csvLine(Object.values(texts.columns))
  for (let before: AuditPlace | null = null; ; ) {
    // Read when the browser takes them, which is after the request has left its own scope.
    const place: AuditPlace | null = before
    const { lines, people } = await inScope(async () => {
      const found = await listAuditLines(db, caller, filters, { limit: pageSize, before: place })
      return { lines: found, people: await findPeople(db, found) }
    })
    const words = auditWords(locale, nameIn(people))
    yield lines.map((line) => csvLine(cellsOf(line, texts, people, words))).join('')
    const last = lines.at(-1)
    if (!last || lines.length < pageSize) return
    before = last.place
  }
}

type People = ReadonlyMap<string, string>

// Two things within a minute are told apart by the exact moment; a program that reads the file knows what was done by its code.
function cellsOf(line: FoundLine, texts: (typeof auditTexts)[Locale], people: People, words: AuditWords): string[] {
  const { at, username, via, address, entity, entityID, customerID, names, action, requestID, auditID } = line
  const nameOf = nameIn(people)
  const who = username === null ? (via === 'system' ? texts.system : texts.nobody) : withLogin(username, nameOf(username))
  const called = calledOf(line, (kind, name) => (kind === 'user' ? nameOf(name) : name || texts.generalChannel))
  return [
    ...[momentText(at), who, texts.vias[via], address ?? '', actionWords(texts, line)],
    ...[entity === null ? '' : (texts.entities[entity] ?? entity), entityID ?? '', called],
    ...[customerID === null ? '' : (names[`customer:${customerID}`] ?? String(customerID))],
    changesWithTechnical(words, line).map(changeText).join('; '),
    ...[at, action, requestID ?? '', String(auditID)],
  ]
}

const nameIn = (people: People) => (login: string) => people.get(login.toLowerCase()) ?? login

// The log is evidence: the login name stands beside the name, as on the screen.
const withLogin = (login: string, name: string) => (name === login ? login : `${name} (${login})`)

/** The names of all people that some lines name, by login name. */
function findPeople(db: Db, lines: readonly FoundLine[]): Promise<People> {
  const named = lines.flatMap(({ username, names, before, after }) => [
    ...(username === null ? [] : [username]),
    ...[before, after].flatMap((values) => peopleFields.map((field) => values?.[field])).filter((login) => typeof login === 'string'),
    ...Object.entries(names).flatMap(([key, name]) => (key.startsWith('user:') ? [name] : [])),
  ])
  return namesByLogin(db, named)
}
