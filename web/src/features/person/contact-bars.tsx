import type { Person } from '@regie/contract/person.ts'
import { useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './person.module.css'

type Contacts = Person['contacts']
type Counted = Exclude<keyof Contacts, 'caps'>

const capOf = {
  answeredToday: 'answeredPerDay',
  callsToday: 'callsPerDay',
  callsThisWeek: 'callsPerWeek',
  writtenThisWeek: 'writtenPerWeek',
  everContacted: 'contactsPerLifetime',
} as const satisfies Record<Counted, keyof Contacts['caps']>
const counted = Object.keys(capOf) as Counted[]

/** How often somebody was contacted, beside the most that the customer allows. */
export function ContactBars({ contacts }: { contacts: Contacts }) {
  const t = useText()
  return (
    <dl className={styles.bars} aria-label={t('person.contacts')}>
      {counted.map((what) => {
        const count = contacts[what]
        return count === null ? null : <ContactBar key={what} label={t(`person.${what}`)} count={count} cap={contacts.caps[capOf[what]]} />
      })}
    </dl>
  )
}

function ContactBar({ label, count, cap }: { label: string; count: number; cap: number | null }) {
  const t = useText()
  const isReached = cap !== null && count >= cap
  return (
    <div className={styles.bar} data-tone={isReached ? 'error' : 'primary'}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.count}>
          {isReached && <Icon name="ban" size={14} />}
          <span className="numbers">{cap === null ? t('person.noCap', { count }) : t('person.ofCap', { count, cap })}</span>
          {isReached && <span>· {t('person.reached')}</span>}
        </span>
        {cap !== null && (
          <span className={styles.track} aria-hidden="true">
            <span style={{ width: `${Math.min(100, (100 * count) / Math.max(1, cap))}%` }} />
          </span>
        )}
      </dd>
    </div>
  )
}
