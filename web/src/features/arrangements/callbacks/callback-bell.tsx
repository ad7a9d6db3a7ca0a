import type { Callback } from '@regie/contract/arrangements.ts'
import { paths } from '../../../paths.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CountedBell } from '../../../ui/counted-bell.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useNow } from '../../../ui/use-now.ts'
import styles from './callback-bell.module.css'
import { useCallbacks } from '../arrangements-data.ts'
import { whoCalls } from '../../../session/callback-words.ts'
import { remindBeforeMs } from './reminders.ts'
import { useReminders } from './use-reminders.ts'

// As many as one sees at once; the screen has them all.
const shownMax = 8

/** The open call-backs that are mine or anyone's: a list that opens their cases, how many want to be made now, and a word five minutes before. */
export function CallbackBell({ customerID }: { customerID: number }) {
  const t = useText()
  const { data: callbacks = [] } = useCallbacks(customerID)
  const now = useNow(15_000)
  useReminders(callbacks)
  const isDue = (at: string) => Date.parse(at) - now <= remindBeforeMs
  const due = callbacks.filter(({ at }) => isDue(at)).length
  const label = t('arrangements.callbacks.bell', { count: due })
  return (
    <CountedBell icon="phone" label={label} title={t('arrangements.callbacks.title')} count={due > 0 ? String(due) : null}>
      <div className={styles.list}>
        <h2>{t('arrangements.callbacks.title')}</h2>
        <p className={styles.about}>{t('arrangements.callbacks.bellScope')}</p>
        {callbacks.length === 0 ? (
          <EmptyState icon="phone" title={t('arrangements.callbacks.empty')} text={t('arrangements.callbacks.emptyText')} />
        ) : (
          <ul>
            {callbacks.slice(0, shownMax).map((callback) => (
              <li key={callback.callbackID} data-tone={isDue(callback.at) ? 'error' : undefined}>
                <span className={styles.at}>{formatNextMoment(callback.at)}</span>
                <AppLink to={paths.case(callback.caseID)}>{callback.name === '' ? callback.caseNumber : callback.name}</AppLink>
                <span className={styles.about}>
                  {callback.note === '' ? whoCalls(t, callback) : `${whoCalls(t, callback)} · ${callback.note}`}
                </span>
              </li>
            ))}
          </ul>
        )}
        <LateOfColleagues customerID={customerID} now={now} own={callbacks} />
        <AppLink to={paths.arrangements({ tab: 'callbacks', whose: 'reach' })}>{t('arrangements.callbacks.all')}</AppLink>
      </div>
    </CountedBell>
  )
}

/** What is late and not for this user to make: the bell does not count it, the list of the team shows it. */
function LateOfColleagues({ customerID, now, own }: { customerID: number; now: number; own: readonly Callback[] }) {
  const t = useText()
  const { data: team = [] } = useCallbacks(customerID, { whose: 'team' })
  const ownIDs = new Set(own.map(({ callbackID }) => callbackID))
  const count = team.filter(({ at, callbackID }) => Date.parse(at) < now && !ownIDs.has(callbackID)).length
  return count === 0 ? null : (
    <AppLink to={paths.arrangements({ tab: 'callbacks' })}>{t('arrangements.callbacks.bellOthers', { count })}</AppLink>
  )
}
