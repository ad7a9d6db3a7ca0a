import { fileUploadApi } from '@regie/contract/stored-files.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { formatBytes, formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './files.module.css'

/** Uploads that broke off before: choosing the same file goes on with one. */
export function PartialUploads({ customerID, without }: { customerID: number; without: readonly (number | undefined)[] }) {
  const t = useText()
  const { data = [] } = useApi(fileUploadApi.left, { query: { customerID } }, { staleMs: 0 })
  const drop = useApiChange(fileUploadApi.drop, { refresh: [fileUploadApi.left] })
  const left = data.filter(({ fileID }) => !without.includes(fileID))
  if (left.length === 0) return null
  return (
    <Panel title={t('files.partial.title')} isFlush>
      <ul className={styles.left}>
        {left.map(({ fileID, fileName, offset, bytes, uploadedAt }) => (
          <li key={fileID}>
            <Icon name="upload" />
            <div className={styles.leftWords}>
              <strong>{fileName}</strong>
              <span className={styles.quiet}>
                {t('files.partial.text', { sent: formatBytes(offset), total: formatBytes(bytes), at: formatMoment(uploadedAt) })}
              </span>
            </div>
            <span className={styles.leftActions}>
              <Button kind="quiet" onPress={() => void drop.mutateAsync({ params: { fileID } }).catch(() => null)}>
                {t('files.left.drop')}
                <span className="visually-hidden"> {fileName}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
