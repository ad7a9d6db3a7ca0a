import type { OwnDay } from '@regie/contract/next-case.ts'
import type { ReactNode } from 'react'
import { dayOf, formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Money } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CaseLine } from './case-line.tsx'
import styles from './next-case.module.css'
import { shownMax } from './next-case-data.ts'
import { NothingYet } from './nothing-yet.tsx'

type OwnPromisesProps = Pick<OwnDay, 'broken' | 'awaited'> & { callOf: (caseID: number, name: string) => ReactNode }

const dayMs = 24 * 3_600_000
const dayText = (day: string) => formatDate(`${day}T12:00:00Z`)

/** Promises made to the user: those that were broken, then those that are due this week. */
export function OwnPromises({ broken, awaited, callOf }: OwnPromisesProps) {
  const t = useText()
  return (
    <Panel title={t('nextCase.promises.title')}>
      {broken.length + awaited.length === 0 ? (
        <NothingYet icon="check" title={t('nextCase.promises.empty')} text={t('nextCase.promises.emptyText')} />
      ) : (
        <ul className={styles.list}>
          {broken.slice(0, shownMax).map((row) => (
            <CaseLine
              key={`broken ${row.caseID}`}
              row={row}
              note={
                <>
                  <Badge tone="error" icon="alert">
                    {t('nextCase.promises.broken')}
                  </Badge>{' '}
                  {row.due !== '' && t('nextCase.broken.due', { at: dayText(row.due) })}
                </>
              }
            >
              <strong className="numbers">
                <Money cents={row.outstandingCents} currency={row.currency} />
              </strong>
              {callOf(row.caseID, row.name === '' ? row.caseNumber : row.name)}
            </CaseLine>
          ))}
          {awaited.slice(0, shownMax).map((row) => (
            <CaseLine key={`${row.caseID} ${row.due}`} row={row} note={<Due due={row.due} />}>
              <strong className="numbers">
                <Money cents={row.amountCents} currency={row.currency} />
              </strong>
            </CaseLine>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** By when they pay; what ends today or tomorrow stands out, for it breaks next. */
function Due({ due }: { due: string }) {
  const t = useText()
  const now = useNow(60_000)
  const soon = due === dayOf(new Date(now)) ? 'today' : due === dayOf(new Date(now + dayMs)) ? 'tomorrow' : null
  if (soon === null) return t('nextCase.promises.due', { at: dayText(due) })
  return (
    <Badge tone="warning" icon="clock">
      {t(`nextCase.promises.${soon}`)}
    </Badge>
  )
}
