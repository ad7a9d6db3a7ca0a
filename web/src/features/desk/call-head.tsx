import type { DeskCall } from '@regie/contract/desk.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { SimulationMark } from '../../session/simulation-mark.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Money } from '../../ui/moment.tsx'
import styles from './desk.module.css'

/** Who should be at the other end; what they owe only when it is known that they are. */
export function CallHead({ call: { caseID, number, name, debt, queue, simulated, isInbound, listener } }: { call: DeskCall }) {
  const t = useText()
  return (
    <header className={styles.head}>
      <div>
        <h2 className={styles.name}>{caseID === null ? t('desk.unknown') : name === '' ? t('desk.nameless') : name}</h2>
        <p className={styles.quiet}>
          {isInbound && <Badge icon="phone">{t('desk.inbound')}</Badge>}{' '}
          {[
            ...(number === null ? [] : [number]),
            queue ?? t('desk.byHand'),
            ...(debt === null ? [] : [debt.caseNumber, debt.batchName]),
          ].join(' · ')}{' '}
          <SimulationMark isShown={simulated} />
        </p>
        <p role="status" className={styles.quiet}>
          {listener !== null && <Badge icon="ear">{t('desk.listens', { name: listener })}</Badge>}
        </p>
      </div>
      {debt !== null && caseID !== null && (
        <p className={styles.debt}>
          <span className="visually-hidden">{t('cases.columns.outstanding')}: </span>
          <strong>
            <Money cents={debt.outstandingCents} currency={debt.currency} />
          </strong>
          <AppLink to={paths.case(caseID)}>{t('desk.openCase')}</AppLink>
        </p>
      )}
    </header>
  )
}
