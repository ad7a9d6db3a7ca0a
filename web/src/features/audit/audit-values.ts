import * as said from '@regie/contract/audit-values/changes.ts'
import type { AuditWords } from '@regie/contract/audit-values/words.ts'
import { formatDate, formatMoment, formatMoney } from '../../locales/format.ts'
import { findText } from '../../locales/i18n.tsx'
import { weekdaysText } from '../../locales/weekdays.ts'
import { personName } from '../../session/people.ts'

/** The language of the screen, which the log is said in. */
export const screenWords: AuditWords = {
  find: findText,
  money: formatMoney,
  moment: (iso) => formatMoment(iso),
  date: formatDate,
  weekdays: weekdaysText,
  person: personName,
  // The log shows what somebody wrote, never how it was marked up.
  wordsOfHtml: (html) => new DOMParser().parseFromString(html.replaceAll(/<\/(p|li)>|<br>/g, '$& '), 'text/html').body.textContent.trim(),
}

/** What a row of the list says of a line. */
export const changesOf = (line: said.AuditedLine) => said.changesOf(screenWords, line)
/** All that a line says, each with what it was and what it became. */
export const allChangesOf = (line: said.AuditedLine) => said.allChangesOf(screenWords, line)
/** A value of a field in words. */
export const fieldText = (line: said.AuditedLine, field: string, value: unknown) => said.fieldText(screenWords, line, field, value)
