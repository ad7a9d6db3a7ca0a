import type { CheckOutcome } from '@regie/contract/time-machine.ts'
import { findText, useText } from '../../../locales/i18n.tsx'
import styles from '../flow.module.css'

/** Where a simulation went another way: what it did, and what it would do. */
export function CheckDifferences({ outcome }: { outcome: CheckOutcome }) {
  const t = useText()
  return (
    <div className={styles.scroll}>
      <table className={styles.differences} aria-label={t('flow.checks.differences')}>
        <thead>
          <tr>
            <th scope="col">{t('flow.checks.expected')}</th>
            <th scope="col">{t('flow.checks.got')}</th>
          </tr>
        </thead>
        <tbody>
          {outcome.differences.map(({ at, expected, got }) => (
            <tr key={at}>
              <td>
                <Line line={expected} />
              </td>
              <td>
                <Line line={got} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// `day, time, step, event`, as the server writes it.
function Line({ line }: { line: string | null }) {
  const t = useText()
  if (line === null) return <span className={styles.soft}>{t('flow.checks.nothing')}</span>
  const [day = '', time = '', step = '', event = ''] = line.split(', ')
  return <>{t('flow.checks.line', { day, time, step, event: findText(`flow.events.${event}`) ?? event })}</>
}
