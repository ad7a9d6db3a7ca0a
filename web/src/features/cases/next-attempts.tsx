import type { CaseDetail } from '@regie/contract/cases.ts'
import { type NextAttempt, type NextAttempts as Plan, nextAttemptsApi } from '@regie/contract/next-attempts.ts'
import { useApi } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextDayOrMoment } from '../../locales/next-moment.ts'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './cases.module.css'
import { channelIcons } from '../../session/channel-icons.ts'
import { PlannedMessages } from './planned-messages.tsx'

// A server that was too busy to look to the end may have the time a little later.
const askAgainMs = 10_000

// So many stand there at once, and so much room is kept while they are asked for; the rest is a press away.
const shownAtOnce = 3
const freshMs = 60_000

/** When the engine would contact the person next, by which channel and why then. Asked apart: it is a simulation, kept for as long as the case stands so. */
export function NextAttempts({ found }: { found: CaseDetail }) {
  const t = useText()
  const { caseID, version, status, run } = found
  const standing = [version, status, run?.step, run?.state, run?.dueAt].join(' ')
  const query = useApi(
    nextAttemptsApi.get,
    { params: { caseID } },
    {
      asOf: standing,
      keepsPrevious: true,
      staleMs: freshMs,
      refetchMs: ({ end }) => (end === 'notYetKnown' ? askAgainMs : false),
    },
  )
  return (
    <Panel title={t('cases.next.title')}>
      <PlannedMessages caseID={caseID} />
      <div className={styles.nextRoom} data-room={status === 'closed' ? undefined : shownAtOnce}>
        <Loaded query={query} lines={shownAtOnce * 3}>
          {(plan) => <Planned plan={plan} />}
        </Loaded>
      </div>
    </Panel>
  )
}

function Planned({ plan }: { plan: Plan }) {
  const t = useText()
  const { attempts, end, reason, assumes } = plan
  const why = reason === null ? t(`cases.next.ends.${end}`) : t(`cases.refusals.${reason}`)
  const later = attempts.slice(shownAtOnce)
  return (
    <div className={styles.next}>
      {attempts.length === 0 && <strong>{t('cases.next.none')}</strong>}
      <Attempts attempts={attempts.slice(0, shownAtOnce)} />
      {later.length > 0 && (
        <details className={styles.later}>
          <summary>{t('cases.next.later', { count: later.length })}</summary>
          <Attempts attempts={later} />
        </details>
      )}
      {end !== 'more' && <p className={styles.quiet}>{attempts.length === 0 ? why : t('cases.next.after', { why })}</p>}
      {assumes.length > 0 && (
        <p className={styles.quiet}>
          {t('cases.next.assumes', { what: assumes.map((one) => t(`cases.next.assumptions.${one}`)).join(', ') })}
        </p>
      )}
    </div>
  )
}

function Attempts({ attempts }: { attempts: readonly NextAttempt[] }) {
  return (
    <ol className={styles.attempts}>
      {attempts.map((attempt) => (
        <Attempt key={`${attempt.at}${attempt.step}`} attempt={attempt} />
      ))}
    </ol>
  )
}

function Attempt({ attempt: { at, channel, stepName, cause, reason } }: { attempt: NextAttempt }) {
  const t = useText()
  return (
    <li className={styles.run}>
      <span className={styles.runMark} data-tone="primary">
        <Icon name={channel === 'letter' ? 'file' : channelIcons[channel]} />
      </span>
      <span className={styles.runWords}>
        <strong>{formatNextDayOrMoment(at)}</strong>
        <span>
          {channel === 'letter' ? t('cases.next.letter') : t(`cases.channels.${channel}`)} · {stepName}
        </span>
        <span className={styles.quiet}>
          {reason === null ? t(`cases.next.causes.${cause}`) : t('cases.next.heldUntil', { reason: t(`cases.refusals.${reason}`) })}
        </span>
      </span>
    </li>
  )
}
