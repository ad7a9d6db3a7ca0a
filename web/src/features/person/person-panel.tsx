import type { Person } from '@regie/contract/person.ts'
import { type ReactNode, useState } from 'react'
import { paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { ContactBars } from './contact-bars.tsx'
import styles from './person.module.css'
import { usePerson } from './person-data.ts'

type OtherCase = Person['cases'][number]
type PersonPanelProps = {
  caseID: number
  /** How a case's status is shown, as everywhere on the screen. */
  statusOf: (other: OtherCase) => ReactNode
}

const shownMax = 5

/** One person over all batches: what is claimed in all, how often they were contacted beside what the customer allows, and their other cases. */
export function PersonPanel({ caseID, statusOf }: PersonPanelProps) {
  const t = useText()
  const query = usePerson(caseID)
  const { data } = query
  return (
    <Panel title={t('person.title')}>
      {data === undefined ? (
        <NotLoaded query={query} lines={5} />
      ) : (
        <div className={styles.person}>
          {data.cases.length > 0 && (
            <p className={styles.claimed}>
              <strong>
                {data.claims.sums.map(({ currency, outstandingCents }, at) => (
                  <span key={currency}>
                    {at > 0 && ' + '}
                    <Money cents={outstandingCents} currency={currency} />
                  </span>
                ))}
              </strong>
              {t('person.claimed', { count: data.claims.count })}
            </p>
          )}
          <ContactBars contacts={data.contacts} />
          <OtherCases cases={data.cases} statusOf={statusOf} />
        </div>
      )}
    </Panel>
  )
}

function OtherCases({ cases, statusOf }: { cases: readonly OtherCase[] } & Pick<PersonPanelProps, 'statusOf'>) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  if (cases.length === 0) return <p className={styles.quiet}>{t('person.alone')}</p>
  return (
    <section aria-label={t('person.others')}>
      <h3 className={styles.title}>{t('person.others')}</h3>
      <ul className={styles.cases}>
        {(isWhole ? cases : cases.slice(0, shownMax)).map((other) => (
          <li key={other.caseID} className={styles.case}>
            <AppLink to={paths.case(other.caseID)}>{other.caseNumber}</AppLink>
            <Money cents={other.outstandingCents} currency={other.currency} />
            {statusOf(other)}
            <span className={styles.about}>
              {other.batchName}
              {other.sharedBy.length > 0 &&
                ` · ${t('person.sharedBy', { what: other.sharedBy.map((what) => t(`person.shared.${what}`)).join(', ') })}`}
            </span>
          </li>
        ))}
      </ul>
      {cases.length > shownMax && !isWhole && (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {t('person.all', { count: cases.length })}
        </Button>
      )}
    </section>
  )
}
