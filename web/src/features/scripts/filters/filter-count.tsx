import { filterApi, type FilterRule } from '@regie/contract/filters.ts'
import { isWhole } from '@regie/contract/filter-operators.ts'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { useApi } from '../../../api/use-api.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useMayCall } from '../../../session/use-right.ts'
import { ProgressBar } from '../../../ui/progress.tsx'
import styles from '../scripts.module.css'

// Nobody reads faster, and each count looks at all open cases.
const quietMs = 400

/** How many cases would pass, counted while one builds. What is half typed is not asked. */
export function FilterCount({ scriptID, rules, combine }: { scriptID: number; rules: readonly FilterRule[]; combine: 'and' | 'or' }) {
  const t = useText()
  const isComplete = rules.every(isWhole)
  const given = JSON.stringify(rules)
  const asked = useQuiet(given)
  const mayCount = useMayCall(filterApi.count)
  const { data, error } = useApi(
    filterApi.count,
    { params: { scriptID }, query: { rules: asked, combine } },
    { isEnabled: mayCount && isComplete && asked === given, keepsPrevious: true, staleMs: 10_000 },
  )
  if (!mayCount) return <p className={styles.soft}>{t('ui.noRight')}</p>
  if (!isComplete) return <p className={styles.soft}>{t('scripts.filters.countLater')}</p>
  if (error !== null)
    return (
      <p className={styles.soft}>
        {error instanceof ApiFailure && (error.code === 'script.filterInvalid' || error.code === 'script.filterVariable')
          ? t(`refusals.${error.code}`)
          : t('scripts.filters.noCount')}
      </p>
    )
  if (data?.total === 0) return <p className={styles.soft}>{t('scripts.filters.noCases')}</p>
  if (data === undefined) return <p className={styles.soft}>{t('scripts.filters.counting')}</p>
  return (
    <div aria-live="polite">
      <ProgressBar
        label={t(data.exact ? 'scripts.filters.countLabel' : 'scripts.filters.countEstimate')}
        done={data.matching}
        total={data.total}
      />
    </div>
  )
}

/** The value as it was when nothing more was typed for a moment. */
function useQuiet(value: string): string {
  const [quiet, setQuiet] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs)
    return () => clearTimeout(timer)
  }, [value])
  return quiet
}
