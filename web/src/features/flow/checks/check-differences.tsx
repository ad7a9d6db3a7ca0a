import type { CheckOutcome } from '@regie/contract/time-machine.ts'
import { findText, useText } from '../../../locales/i18n.tsx'
import styles from '../flow.module.css'

/** Where a simulation went another way: what it did, and what it would do. */
export function CheckDifferences({ outcome, nameOf }: { outcome: CheckOutcome; nameOf: (key: string) => string }) {
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
                <Line line={expected} nameOf={nameOf} />
              </td>
              <td>
                <Line line={got} nameOf={nameOf} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// `day, time, step, event`, as the server writes it.
function Line({ line, nameOf }: { line: string | null; nameOf: (key: string) => string }) {
  const t = useText()
  if (line === null) return <span className={styles.soft}>{t('flow.checks.nothing')}</span>
  const [day = '', time = '', step = '', event = ''] = line.split(', ')
  return <>{t('flow.checks.line', { day, time, step: nameOf(step), event: findText(`flow.events.${event}`) ?? event })}</>
}
