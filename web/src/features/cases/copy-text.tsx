import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './cases.module.css'

/** A value that is often needed elsewhere, with a button that copies it. */
export function CopyText({ children }: { children: string }) {
  const t = useText()
  const copy = () => void navigator.clipboard.writeText(children).then(() => notify(t('cases.copied', { value: children })))
  return (
    <span className={styles.copy}>
      <span className={styles.copyValue} title={children}>
        {children}
      </span>
      <IconButton icon="copy" label={t('cases.copy', { value: children })} onPress={copy} />
    </span>
  )
}
