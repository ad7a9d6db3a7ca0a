import { type MessageCounts, type MessageGroup, sharesOf } from '@regie/contract/message-report.ts'
import { useText } from '../../locales/i18n.tsx'
import { channelIcons } from '../../session/channel-icons.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import { shareText } from '../../ui/report/figure-words.ts'
import styles from '../../ui/report/report.module.css'
import { casesOf } from './cases-of-messages.ts'
import { messageColumns } from './message-columns.tsx'
import { type MessageScope, useMessageGroups } from './message-report-data.ts'

/** Which script or template reaches people, and the figures of each. */
export function GroupsTab({ scope, by }: { scope: MessageScope; by: 'scripts' | 'templates' }) {
  const t = useText()
  const { channel, scriptID } = scope
  const label = t(`messageReport.tables.${by}`)
  const nameOf = ({ name }: MessageGroup) => name ?? t('messageReport.noTemplate')
  return (
    <Loaded query={useMessageGroups(scope, by)} lines={8}>
      {({ rows, total, from, to }) => {
        if (rows.length === 0)
          return <EmptyState icon={channelIcons[channel]} title={t('messageReport.none.title')} text={t('messageReport.none.text')} />
        const about = { channel, from, until: to }
        const placeOf = (row: MessageGroup | MessageCounts) => {
          if (!('id' in row)) return { scriptID }
          return by === 'scripts' ? { scriptID: row.id } : { scriptID, templateID: row.id ?? 0 }
        }
        return (
          <div className={styles.parts}>
            <Panel title={t(`messageReport.questions.${by}`)}>
              <ul className={styles.bars}>
                {rows.map((row) => (
                  <ReachBar key={row.id} row={row} name={nameOf(row)} />
                ))}
              </ul>
            </Panel>
            <Panel title={label}>
              <FigureTable<MessageGroup, MessageCounts>
                label={label}
                first={{ label: t(`messageReport.tabs.${by}`), cell: nameOf, total: t('figures.total') }}
                columns={messageColumns<MessageGroup | MessageCounts>(
                  t,
                  channel,
                  (row, counted) => casesOf({ ...about, ...placeOf(row), counted }),
                  by === 'templates' ? ['unsubscribed'] : [],
                )}
                rows={rows}
                keyOf={({ id }) => String(id)}
                total={total}
              />
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}

/** How many of its messages arrived, and how many failed. */
function ReachBar({ row, name }: { row: MessageGroup; name: string }) {
  const t = useText()
  const { deliveredShare, failedShare } = sharesOf(row)
  const width = (share: number | null) => ({ width: `${100 * (share ?? 0)}%` })
  return (
    <li>
      <span className={styles.barName}>{name}</span>
      <span className={styles.bar} aria-hidden>
        <span style={width(deliveredShare)} />
        <span data-tone="error" style={width(failedShare)} />
      </span>
      <span className="numbers">
        {shareText(deliveredShare)} <span className={styles.hint}>{t('messageReport.lost', { share: shareText(failedShare) })}</span>
      </span>
    </li>
  )
}
