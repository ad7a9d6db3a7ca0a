import { choicesShownMax, type Import } from '@regie/contract/files.ts'
import { useDownload } from '../../api/use-download.ts'
import { formatNumber } from '../../locales/format.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './files.module.css'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { downloadErrors } from './import-data.ts'

/** The rows that are not imported, with their numbers and reasons, for who may not see what stands in them. */
export function ImportIssues({ found, refused }: { found: Import; refused: number }) {
  const t = useText()
  const { issues } = found
  return (
    <Panel title={t('files.issues.title', { count: refused, total: formatNumber(refused) })} isFlush>
      <ScrollRegion className={styles.issueBox} label={t('files.issues.label')}>
        <ul className={styles.issues}>
          {issues.map(({ row, faults }) => (
            <li key={row}>
              <span className={styles.rowNumber}>{t('files.issues.row', { row: formatNumber(row) })}</span>
              <div>
                {faults.map(({ reason, column, value, choices }) => (
                  <div key={`${column}:${reason}`}>
                    {t(`files.reasons.${reason}`)}
                    {column !== null && <span className={styles.quiet}> · {column}</span>}
                    {value !== null && value !== '' && <code className={styles.value}>{value}</code>}
                    {choices && <Choices choices={choices} />}
                  </div>
                ))}
              </div>
            </li>
          ))}
        </ul>
        {issues.length < refused && (
          <p className={styles.moreIssues}>
            {t('files.issues.more', { shown: formatNumber(issues.length), total: formatNumber(refused) })}
          </p>
        )}
      </ScrollRegion>
    </Panel>
  )
}

/** The refused rows as a workbook, to mend elsewhere. */
export function DownloadErrors({ importID }: { importID: number }) {
  const t = useText()
  const locale = useLocale()
  const { isBusy, failure, save } = useDownload(() => downloadErrors(importID, locale))
  return (
    <>
      {failure !== null && <FailureText failure={failure} />}
      <Button icon={<Icon name="download" size={16} />} isBusy={isBusy} onPress={save}>
        {t('files.issues.download')}
      </Button>
    </>
  )
}

function Choices({ choices }: { choices: readonly string[] }) {
  const t = useText()
  const shown = choices.slice(0, choicesShownMax).join(', ')
  const more = choices.length - choicesShownMax
  return (
    <span className={styles.choicesOf}>
      {more > 0 ? t('files.issues.choicesCut', { choices: shown, more }) : t('files.issues.choices', { choices: shown })}
    </span>
  )
}
