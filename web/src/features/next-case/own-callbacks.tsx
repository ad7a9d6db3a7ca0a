import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CaseLine } from './case-line.tsx'
import styles from './next-case.module.css'
import { shownMax, useOwnCallbacks } from './next-case-data.ts'

const minuteMs = 60_000

/** Call-backs by their moment, those that are late first, each called in one press. */
export function OwnCallbacks({ customerID, callOf }: { customerID: number; callOf: (caseID: number, name: string) => ReactNode }) {
  const t = useText()
  const now = useNow(15_000)
  const more = <AppLink to={paths.arrangements({ tab: 'callbacks', whose: 'reach' })}>{t('nextCase.callbacks.all')}</AppLink>
  return (
    <Panel title={t('nextCase.callbacks.title')} actions={more}>
      <Loaded query={useOwnCallbacks(customerID)} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="phone" title={t('nextCase.callbacks.empty')} text={t('nextCase.callbacks.emptyText')} />
          ) : (
            <ul className={styles.list}>
              {rows.slice(0, shownMax).map((row) => {
                const isDue = Date.parse(row.at) <= now + minuteMs
                const forWhom = t(row.forUser === null ? 'nextCase.callbacks.anyone' : 'nextCase.callbacks.mine')
                return (
                  <CaseLine
                    key={row.callbackID}
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
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
