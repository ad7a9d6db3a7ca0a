import { failureCauses } from '@regie/contract/failure-causes.ts'
import type { FailureCount } from '@regie/contract/failures.ts'
import { type ReactNode, useId } from 'react'
import { reasonText } from '../../locales/event-words.ts'
import { formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FailedMessages } from './failed-messages.tsx'
import styles from './failures.module.css'
import { useFailureCounts } from './failures-data.ts'

const periods = ['1', '7', '30'] as const
const channelIcons: Record<FailureCount['channel'], IconName> = { call: 'phone', email: 'mail', sms: 'sms', whatsapp: 'whatsapp' }

type CountsProps = { customerID: number; days: string; opened: string; onChange: (changed: { days?: string; cause?: string }) => void }

/** Why messages did not arrive, the most frequent cause on top, each with what can be done. */
export function FailureCounts({ customerID, days, opened, onChange }: CountsProps) {
  const t = useText()
  const period = periods.find((one) => one === days) ?? '7'
  const query = useFailureCounts(customerID, Number(period))
  return (
    <div className={styles.stack}>
      <div className={styles.bar}>
        <ChipChoice
          label={t('failures.days.label')}
          value={period}
          onChange={(chosen) => onChange({ days: chosen === '7' ? '' : chosen, cause: '' })}
          options={periods.map((value) => ({ value, label: t(`failures.days.${value}`) }))}
        />
        <AppLink to={paths.figure({ figure: 'failed' })}>{t('failures.cases')}</AppLink>
      </div>
      <Loaded query={query}>
        {({ rows, sent, failed }) =>
          rows.length === 0 ? (
            <EmptyState icon="check" title={t('failures.none.title')} text={t('failures.none.text')} />
          ) : (
            <Panel
              title={t('failures.share', {
                failed: formatNumber(failed),
                sent: formatNumber(sent),
                share: formatShare(sent === 0 ? 0 : failed / sent),
              })}
              isFlush
            >
              <ul className={styles.list}>
                {rows.map((row) => (
                  <Row
                    key={keyOf(row)}
                    row={row}
                    most={rows[0]?.count ?? 1}
                    isOpen={keyOf(row) === opened}
                    onOpen={() => onChange({ cause: keyOf(row) === opened ? '' : keyOf(row) })}
                  >
                    {(name) => <FailedMessages customerID={customerID} days={Number(period)} row={row} name={name} />}
                  </Row>
                ))}
              </ul>
            </Panel>
          )
        }
      </Loaded>
    </div>
  )
}

const keyOf = ({ channel, cause, code }: FailureCount) => `${channel}.${cause ?? `code-${code}`}`

type RowProps = { row: FailureCount; most: number; isOpen: boolean; onOpen: () => void; children: (name: string) => ReactNode }

function Row({ row, most, isOpen, onOpen, children }: RowProps) {
  const t = useText()
  const { channel, cause, code, count, lastAt } = row
  const words = reasonText(code)
  const own = code === '' ? t('failures.noReason') : words === code ? t('failures.noWords', { code }) : words
  const name = cause === null ? own : t(`cases.causes.${cause}`)
  const place = useId()
  return (
    <li className={styles.line}>
      <div className={styles.row}>
        <Icon name={channelIcons[channel]} size={18} />
        <div>
          <h3 className={styles.cause}>
            <button type="button" className={styles.open} aria-expanded={isOpen} aria-controls={place} onClick={onOpen}>
              <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={16} />
              {name}
            </button>
          </h3>
          <div className={styles.quiet}>
            {t(`cases.channels.${channel}`)} · {t('failures.last')} <Moment at={lastAt} />
            {cause !== null && ` · ${t('failures.code', { code })}`}
          </div>
          {cause !== null && <div className={styles.quiet}>{t(`failures.todo.${failureCauses[cause][0]}`)}</div>}
        </div>
        <div className={styles.meter} aria-hidden="true">
          <div className={styles.fill} style={{ width: `${Math.max(3, (100 * count) / most)}%` }} />
        </div>
        <span className={`${styles.count} numbers`}>{formatNumber(count)}</span>
      </div>
      <div id={place}>{isOpen && children(name)}</div>
    </li>
  )
}
