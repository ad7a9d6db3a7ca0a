import type { CaseRow } from '@regie/contract/cases.ts'
import { useEffect } from 'react'
import type { RowList } from '../../api/use-rows.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useKey } from '../../ui/use-key.ts'
import styles from './cases.module.css'

// The list that was seen last, as far as it was loaded: what one works through, case by case.
let trail: { caseIDs: readonly number[]; total: number } = { caseIDs: [], total: 0 }

/** Remembers the cases of a list in their order, for going from one to the next without it. */
export function useTrailOf({ rows, total }: Pick<RowList<CaseRow>, 'rows' | 'total'>) {
  useEffect(() => {
    if (rows.length > 0) trail = { caseIDs: rows.map(({ caseID }) => caseID), total: total?.value ?? rows.length }
  }, [rows, total])
}

/** Where this case stands in the list that one came from, with the one before and the one after; `k` and `j` go there. */
export function CaseTrail({ caseID }: { caseID: number }) {
  const t = useText()
  const goTo = useGoTo()
  const index = trail.caseIDs.indexOf(caseID)
  const [before, after] = index < 0 ? [] : [trail.caseIDs[index - 1], trail.caseIDs[index + 1]]
  const go = (to: number | undefined) => to !== undefined && goTo(paths.case(to))
  useKey('k', () => go(before))
  useKey('j', () => go(after))
  if (index < 0 || trail.caseIDs.length < 2) return null
  return (
    <nav className={styles.trail} aria-label={t('cases.trail.label')}>
      <span className="numbers">{t('cases.trail.place', { place: formatNumber(index + 1), total: formatNumber(trail.total) })}</span>
      <IconButton
        icon="chevronLeft"
        label={t('cases.trail.before')}
        reason={before === undefined ? t('cases.trail.first') : undefined}
        onPress={() => go(before)}
      />
      <IconButton
        icon="chevronRight"
        label={t('cases.trail.after')}
        reason={after === undefined ? t('cases.trail.last') : undefined}
        onPress={() => go(after)}
      />
    </nav>
  )
}
