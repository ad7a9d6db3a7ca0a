import { useText } from '../../../locales/i18n.tsx'
import { whoCalls } from '../../../session/callback-words.ts'
import { useArrangements } from '../arrangements-data.ts'

/** Who makes the next call-back of a case, and what it is about. */
export function AgreedCallback({ caseID }: { caseID: number }) {
  const t = useText()
  const open = (useArrangements(caseID).data?.callbacks ?? []).filter(({ state }) => state === 'open')
  const next = open.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))[0]
  if (next === undefined) return null
  return `${[whoCalls(t, next), next.note].filter((words) => words !== '').join(' · ')} · `
}
