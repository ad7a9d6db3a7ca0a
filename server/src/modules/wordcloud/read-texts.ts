import { setImmediate as nextTurn } from 'node:timers/promises'
import { textsMax } from '@regie/contract/wordcloud.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { firstDay, listPersonalKeys, listWrittenTexts, type TextFilter, type TextPlace, type WrittenText } from './written-texts.ts'
import { namesOf, wordsOf } from './words-of-text.ts'

/** How far one request reads. */
export type ReadingBudget = {
  /** Texts at most, those of the pages before included. */
  texts: number
  /** Of one query. */
  pageSize: number
  ms: number
}
// A page takes 20 ms of PostgreSQL. Somebody waits for the answer, so what is read by then has to do; a statement has its own limit (platform/budgets.ts).
export const readingBudget: ReadingBudget = { texts: textsMax, pageSize: 1_000, ms: 8_000 }
// Making words of so many characters keeps the processor for some milliseconds; then others have their turn.
const charsAtOnce = 50_000

export type ReadText = { text: WrittenText; words: string[] }

/** What ended the reading: nothing is left, or the budget was used up. */
export type Reading = { read: number; isAll: boolean; last: TextPlace | null; lastAt: Date | null }

type Start = { after: TextPlace | null; read: number }

/**
 * Reads texts newest first, each with its words, until `onText` answers false, nothing is left or the budget is used up. A page at a time: no connection
 * is held while words are made, and no request keeps the processor to itself.
 */
export async function readTexts(
  db: Db,
  filter: TextFilter,
  { now, budget, start }: { now: Date; budget: ReadingBudget; start: Start },
  onText: (read: ReadText) => boolean,
): Promise<Reading> {
  const asked = withDays(filter)
  const personalKeys = await listPersonalKeys(db, filter.customerID)
  const staffNames = await findStaffNames(db)
  const began = performance.now()
  const reading: Reading = { read: start.read, isAll: false, last: start.after, lastAt: null }
  let chars = 0
  while (reading.read < budget.texts && performance.now() - began < budget.ms) {
    const limit = Math.min(budget.pageSize, budget.texts - reading.read)
    const page = await listWrittenTexts(db, asked, { after: reading.last, limit: limit + 1, personalKeys, now })
    for (const text of page.slice(0, limit)) {
      const goesOn = onText({ text, words: wordsOf(text.text, namesOf(text.about), staffNames) })
      reading.read++
      reading.last = [text.micros, text.kind, text.id]
      reading.lastAt = text.at
      if (!goesOn) return reading
      chars += text.text.length + text.about.length
      if (chars < charsAtOnce) continue
      chars = 0
      await nextTurn()
    }
    if (page.length <= limit) return { ...reading, isAll: true }
  }
  return reading
}

function withDays(filter: TextFilter): TextFilter {
  const [from, to] = [filter.from, filter.to].map((day) => (day !== undefined && day < firstDay ? firstDay : day))
  if (from !== undefined && to !== undefined && from > to) throw new AppError('report.periodReversed', { field: 'from' })
  return { ...filter, from, to }
}

/** The names of everybody who works here: they stand below what staff write, and people write to them by name. */
async function findStaffNames(db: Db): Promise<ReadonlySet<string>> {
  const staff = await db.selectFrom('staff').select(['first_name', 'middle_name', 'last_name', 'username']).execute()
  return namesOf(...staff.flatMap((one) => [one.first_name, one.middle_name, one.last_name, one.username]))
}
