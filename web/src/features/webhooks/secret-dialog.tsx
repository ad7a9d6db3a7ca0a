import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './webhooks.module.css'

/** A secret, shown this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog isOpen title={t('webhooks.secret.title')} onClose={onClose} actions={<Button onPress={onClose}>{t('ui.close')}</Button>}>
      <Notice tone="warning" icon="key">
        {t('webhooks.secret.shown')}
      </Notice>
      <code className={styles.secret}>{secret}</code>
      <div>
        <CopyButton text={secret} label={t('webhooks.secret.copy')} copiedLabel={t('webhooks.secret.copied')} />
      </div>
    </Dialog>
  )
}
