import type { CaseRow } from '@regie/contract/cases.ts'
import { findText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'

/** What comes next in words: where a script looks which way to go, its name is a question and no claim ("Betaald na mail?"). */
export function stepWords(kind: string, name: string): string {
  return kind === 'branch' && !name.trimEnd().endsWith('?') ? (findText('cases.asQuestion', { name }) ?? name) : name
}

/** "Tweede sms · di 16:23"; without a moment where it waits for something else, or stands still. */
export function nextWords({ kind, name, at }: NonNullable<CaseRow['nextStep']>): string {
  const words = stepWords(kind, name)
  return at === null ? words : `${words} · ${formatNextMoment(at)}`
}
