import type { OwnDay } from '@regie/contract/next-case.ts'
import { formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CaseLine } from './case-line.tsx'
import styles from './next-case.module.css'

/** The calls that the user made today, with what came of it. */
export function Called({ called, resultOf }: Pick<OwnDay, 'called'> & { resultOf: (result: string) => string }) {
  const t = useText()
  return (
    <Panel title={t('nextCase.called.title')}>
      {called.length === 0 ? (
        <p className={styles.note}>{t('nextCase.called.empty')}</p>
      ) : (
        <ul className={styles.list}>
          {called.map((row) => (
            <CaseLine
              key={`${row.caseID} ${row.at}`}
              row={row}
              note={[
                t(row.isAnswered ? 'nextCase.called.answered' : 'nextCase.called.notAnswered'),
                ...(row.result === null ? [] : [resultOf(row.result)]),
              ].join(' · ')}
            >
              <span className={styles.quiet}>{formatTime(row.at)}</span>
            </CaseLine>
          ))}
        </ul>
      )}
    </Panel>
  )
}
