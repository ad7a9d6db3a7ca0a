import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { findText, useLocale, useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { type CaseColumn, type CaseDifference, differencesOfCase } from './case-differences.ts'
import styles from '../case-work.module.css'

type StaleNoticeProps = { before: CaseDetail; now: CaseDetail; fields?: readonly FieldDefinition[] | undefined }

/** Somebody was first: what one saw beside what it is now, so that nothing is overwritten unseen. */
export function StaleNotice({ before, now, fields = [] }: StaleNoticeProps) {
  const t = useText()
  const locale = useLocale()
  const differences = differencesOfCase(before, now)
  const nameOf = (difference: CaseDifference) =>
    'field' in difference
      ? (fields.find(({ key }) => key === difference.field)?.label[locale] ?? difference.field)
      : t(`cases.stale.columns.${difference.what}`)
  return (
    <ConflictNotice title={t('cases.stale.title')}>
      {differences.length === 0 ? (
        t('cases.stale.nothing')
      ) : (
        <table className={styles.versions}>
          <thead>
            <tr>
              <th scope="col">{t('cases.stale.what')}</th>
              <th scope="col">{t('cases.stale.before')}</th>
              <th scope="col">{t('cases.stale.now')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <tr key={'field' in difference ? `field ${difference.field}` : difference.what}>
                <th scope="row">{nameOf(difference)}</th>
                <td>{'field' in difference ? difference.before || '–' : shownColumn(difference.what, difference.before)}</td>
                <td>
                  <strong>{'field' in difference ? difference.now || '–' : shownColumn(difference.what, difference.now)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ConflictNotice>
  )
}

const textsOf: Partial<Record<CaseColumn, string>> = {
  status: 'statuses',
  result: 'results',
  lastResult: 'results',
  lastAnswer: 'answers',
  liveState: 'live',
}

function shownColumn(what: CaseColumn, value: string | number | null): string {
  if (value === null) return '–'
  if (what === 'pausedUntil') return formatNextMoment(String(value))
  return findText(`cases.${textsOf[what] ?? what}.${value}`) ?? String(value)
}
