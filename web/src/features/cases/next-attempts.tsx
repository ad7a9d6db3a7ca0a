import { type NextAttempt, type NextAttempts as Plan, nextAttemptsApi } from '@regie/contract/next-attempts.ts'
import { useApi } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './cases.module.css'
import { channelIcons } from './channel-icons.ts'

// A server that was too busy to look to the end may have the time a little later.
const askAgainMs = 10_000

/** When the engine would contact the person next, by which channel and why then. Asked apart: it is a simulation. */
export function NextAttempts({ caseID }: { caseID: number }) {
  const t = useText()
  const query = useApi(
    nextAttemptsApi.get,
    { params: { caseID } },
    { refetchMs: ({ end }) => (end === 'notYetKnown' ? askAgainMs : false) },
  )
  return (
    <Panel title={t('cases.next.title')}>
      <Loaded query={query} lines={3}>
        {(plan) => <Planned plan={plan} />}
      </Loaded>
    </Panel>
  )
}

function Planned({ plan }: { plan: Plan }) {
  const t = useText()
  const { attempts, end, reason, assumes } = plan
  const why = reason === null ? t(`cases.next.ends.${end}`) : t(`cases.refusals.${reason}`)
  return (
    <div className={styles.next}>
      {attempts.length === 0 && <strong>{t('cases.next.none')}</strong>}
      <ol className={styles.attempts}>
        {attempts.map((attempt) => (
          <Attempt key={`${attempt.at}${attempt.step}`} attempt={attempt} />
        ))}
      </ol>
      {end !== 'more' && <p className={styles.quiet}>{attempts.length === 0 ? why : t('cases.next.after', { why })}</p>}
      {assumes.length > 0 && (
        <p className={styles.quiet}>
          {t('cases.next.assumes', { what: assumes.map((one) => t(`cases.next.assumptions.${one}`)).join(', ') })}
        </p>
      )}
    </div>
  )
}

function Attempt({ attempt: { at, channel, stepName, cause, reason } }: { attempt: NextAttempt }) {
  const t = useText()
  return (
    <li className={styles.run}>
      <span className={styles.runMark} data-tone="primary">
        <Icon name={channelIcons[channel]} />
      </span>
      <span className={styles.runWords}>
        <strong>{formatNextMoment(at)}</strong>
        <span>
          {t(`cases.channels.${channel}`)} · {stepName}
        </span>
        <span className={styles.quiet}>
          {reason === null ? t(`cases.next.causes.${cause}`) : t('cases.next.heldUntil', { reason: t(`cases.refusals.${reason}`) })}
        </span>
      </span>
    </li>
  )
}
