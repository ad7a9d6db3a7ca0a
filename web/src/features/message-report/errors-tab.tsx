import type { MessageError } from '@regie/contract/message-report.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { channelIcons } from '../../session/channel-icons.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import { shareText } from '../../ui/report/figure-words.ts'
import styles from '../../ui/report/report.module.css'
import { casesOf } from './cases-of-messages.ts'
import { type MessageScope, useMessageErrors } from './message-report-data.ts'

/** Why messages failed, the most frequent first, each with its cases. */
export function ErrorsTab({ scope }: { scope: MessageScope }) {
  const t = useText()
  const { channel, scriptID } = scope
  const nameOf = ({ cause, code }: MessageError) =>
    cause !== null ? t(`cases.causes.${cause}`) : code === '' ? t('messageReport.noCause') : t('messageReport.unknownCode', { code })
  return (
    <Loaded query={useMessageErrors(scope)} lines={8}>
      {({ rows, from, to }) => {
        if (rows.length === 0) return <EmptyState icon={channelIcons[channel]} title={t('messageReport.noErrors')} />
        const all = rows.reduce((sum, { count }) => sum + count, 0)
        const about = { channel, scriptID, from, until: to, counted: 'failed' as const }
        const most = Math.max(...rows.map(({ count }) => count))
        return (
          <div className={styles.parts}>
            <Panel title={t('messageReport.questions.errors')}>
              <ul className={styles.bars} data-long>
                {rows.slice(0, 8).map((row) => (
                  <li key={nameOf(row)}>
                    <span className={styles.barName} title={nameOf(row)}>
                      {nameOf(row)}
                    </span>
                    <span className={styles.bar} aria-hidden>
                      <span data-tone="error" style={{ width: `${(100 * row.count) / most}%` }} />
                    </span>
                    <span className="numbers">{shareText(row.count / all)}</span>
                  </li>
                ))}
              </ul>
            </Panel>
            <Panel title={t('messageReport.tables.errors')}>
              <FigureTable<MessageError, { count: number }>
                label={t('messageReport.tables.errors')}
                first={{ label: t('messageReport.cause'), cell: nameOf, total: t('figures.total') }}
                columns={[
                  { key: 'code', label: t('messageReport.code'), cell: (row) => ('code' in row && row.code !== '' ? row.code : '–') },
                  {
                    ...{ key: 'count', label: t('messageReport.counts.failed') },
                    cell: (row) => (
                      <AppLink
                        to={casesOf({ ...about, ...('cause' in row && { failure: row }) })}
                        label={t('messageReport.cases.link', {
                          shown: formatNumber(row.count),
                          what: 'cause' in row ? nameOf(row) : t('messageReport.counts.failed'),
                        })}
                      >
                        {formatNumber(row.count)}
                      </AppLink>
                    ),
                  },
                  {
                    ...{ key: 'share', label: t('messageReport.ofFailed'), formula: t('messageReport.formulas.ofFailed') },
                    cell: (row) => shareText(row.count / all),
                  },
                ]}
                rows={rows}
                keyOf={({ cause, code }) => cause ?? `code ${code}`}
                total={{ count: all }}
              />
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}
