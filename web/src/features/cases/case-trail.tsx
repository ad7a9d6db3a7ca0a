import type { CaseRow } from '@regie/contract/cases.ts'
import { useEffect, useState } from 'react'
import type { RowList } from '../../api/use-rows.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { type AppPath, paths } from '../../paths.ts'
import { useGoTo, useHere } from '../../session/address.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { moveReturn } from '../../ui/table-places.ts'
import { useKey } from '../../ui/use-key.ts'
import styles from './cases.module.css'

// The list that was seen last, as far as it was loaded: what one works through, case by case.
let trail: Trail = { caseIDs: [], total: 0, from: null }

/** `from`: the list itself, with its filters. */
type Trail = { caseIDs: readonly number[]; total: number; from: { to: AppPath; label: string } | null }

/** Remembers the cases of a list in their order, for going from one to the next without it, and the list by its name for going back to it. */
export function useTrailOf({ rows, total }: Pick<RowList<CaseRow>, 'rows' | 'total'>, label: string) {
  const to = useListHere()
  useEffect(() => {
    if (rows.length > 0) trail = { caseIDs: rows.map(({ caseID }) => caseID), total: total?.value ?? rows.length, from: { to, label } }
  }, [rows, total, to, label])
}

// The list is still drawn for a moment when the address is already of the case.
function useListHere(): AppPath {
  const here = useHere()
  const [list, setList] = useState(here)
  const isSame = pathOf(here) === pathOf(list)
  if (isSame && here !== list) setList(here)
  return isSame ? here : list
}

const pathOf = (address: string) => address.split('?')[0]

type WayBack = { to: AppPath; label: string; withoutKey?: boolean }

/** The list from which one came to this case; where there is none, the one given. */
export function wayBackFrom(caseID: number, otherwise: WayBack): WayBack {
  return (trail.caseIDs.includes(caseID) ? trail.from : null) ?? otherwise
}

/** Where this case stands in the list that one came from, with the one before and the one after; `k` and `j` go there. */
export function CaseTrail({ caseID }: { caseID: number }) {
  const t = useText()
  const goTo = useGoTo()
  const index = trail.caseIDs.indexOf(caseID)
  useEffect(() => {
    if (trail.from !== null) moveReturn(trail.from.to, String(caseID))
  }, [caseID])
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
