import type { Endpoint } from '@regie/contract/endpoint.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { useDownload } from '../api/use-download.ts'
import { useLocale, useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { FailureText } from '../ui/failure-text.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from '../ui/report/report.module.css'
import { Can } from './can.tsx'

type SaveReportProps = { of: Pick<Endpoint, 'access'>; download: (locale: Locale) => Promise<void> }

/** What a report shows, as a file, for who may make the call of it. */
export function SaveReport({ of, download }: SaveReportProps) {
  const t = useText()
  const locale = useLocale()
  const { isBusy, failure, save } = useDownload(() => download(locale))
  return (
    <div className={styles.save}>
      <Can to={of}>
        {(reason) => (
          <Button icon={<Icon name="download" size={16} />} isBusy={isBusy} reason={reason} onPress={save}>
            {t('figures.export')}
          </Button>
        )}
      </Can>
      {failure !== null && <FailureText failure={failure} />}
    </div>
  )
}
