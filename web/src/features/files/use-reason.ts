import type { Import, RowFault, RowReason } from '@regie/contract/files.ts'
import { intlLocale } from '@regie/contract/locale.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { useScriptFields } from './import-data.ts'
import { oneOfFields } from './one-of.ts'

/** Why rows are refused, in words; where one of several fields must be filled, which. */
export function useReason(found: Import) {
  const t = useText()
  const locale = useLocale()
  const fields = useScriptFields(found.scriptID).data?.fields ?? []
  const list = new Intl.ListFormat(intlLocale[locale], { type: 'disjunction' })
  const reasonOf = (fault: Pick<RowFault, 'reason' | 'column'>) => {
    const asked = fault.reason === 'oneOfMissing' ? oneOfFields(found, fields, fault) : []
    if (asked.length === 0) return t(`files.reasons.${fault.reason}`)
    return t('files.repair.oneOf', { labels: list.format(asked.map(({ label }) => label[locale])) })
  }
  return {
    reasonOf,
    /** Of all rows with this reason together: the fields are named where they are the same for all rows that the check shows. */
    reasonOfAll: (reason: RowReason) => {
      const faults = found.issues.flatMap((issue) => issue.faults.filter((fault) => fault.reason === reason))
      const [words, ...others] = new Set(faults.map(reasonOf))
      return words !== undefined && others.length === 0 ? words : t(`files.reasons.${reason}`)
    },
  }
}
