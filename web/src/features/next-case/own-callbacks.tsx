import { Fragment, type ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { formatTime } from '../../locales/format.ts'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CaseLine } from './case-line.tsx'
import styles from './next-case.module.css'
import { shownMax, useOwnCallbacks } from './next-case-data.ts'
import { NothingYet } from './nothing-yet.tsx'

const minuteMs = 60_000

/** Call-backs along the day: those that are late, where it is now, and what comes; each called in one press. */
export function OwnCallbacks({ customerID, callOf }: { customerID: number; callOf: (caseID: number, name: string) => ReactNode }) {
  const t = useText()
  const now = useNow(15_000)
  const more = <AppLink to={paths.arrangements({ tab: 'callbacks', whose: 'reach' })}>{t('nextCase.callbacks.all')}</AppLink>
  return (
    <Panel title={t('nextCase.callbacks.title')} actions={more}>
      <Loaded query={useOwnCallbacks(customerID)} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <NothingYet icon="phone" title={t('nextCase.callbacks.empty')} text={t('nextCase.callbacks.emptyText')} />
          ) : (
            <ul className={styles.timeline}>
              {rows.slice(0, shownMax).map((row, index, shown) => {
                const isDue = Date.parse(row.at) <= now + minuteMs
                const wasDue = index > 0 && Date.parse(shown[index - 1]?.at ?? row.at) <= now + minuteMs
                const forWhom = t(row.forUser === null ? 'nextCase.callbacks.anyone' : 'nextCase.callbacks.mine')
                return (
                  <Fragment key={row.callbackID}>
                    {wasDue && !isDue && (
                      <li className={styles.now}>{t('nextCase.callbacks.now', { time: formatTime(new Date(now).toISOString()) })}</li>
                    )}
                    <CaseLine
                      row={row}
                      when={
                        isDue ? (
                          <Badge tone="error" icon="alert">
                            {formatNextMoment(row.at)}
                          </Badge>
                        ) : (
                          formatNextMoment(row.at)
                        )
                      }
                      note={row.note === '' ? forWhom : `${row.note} · ${forWhom}`}
                    >
                      {callOf(row.caseID, row.name === '' ? row.caseNumber : row.name)}
                    </CaseLine>
                  </Fragment>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
