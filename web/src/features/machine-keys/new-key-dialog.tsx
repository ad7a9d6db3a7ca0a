import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './machine-keys.module.css'

/** A new key, shown this once, and how a machine sends it. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      isOpen
      title={t('machineKeys.key.title')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('machineKeys.key.kept')}</Button>}
    >
      <Notice tone="warning" icon="key">
        {t('machineKeys.key.once')}
      </Notice>
      <code className={styles.key}>{apiKey}</code>
      <div>
        <CopyButton text={apiKey} label={t('machineKeys.key.copy')} copiedLabel={t('machineKeys.key.copied')} />
      </div>
      <p className={styles.quiet}>{t('machineKeys.key.how')}</p>
      <code className={styles.key}>Authorization: Bearer …</code>
      <AppLink to={paths.apiDocs()}>{t('machineKeys.toDocs')}</AppLink>
    </Dialog>
  )
}
