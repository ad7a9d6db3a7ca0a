import type { LocalText } from '@regie/contract/locale.ts'
import { useEffect, useRef } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useLocale } from '../../locales/i18n.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './web-chat.module.css'

type PreviewProps = { siteKey: string | null; color: string; greeting: LocalText }

/** The chat as a visitor gets it, with what is not saved yet: the page itself, in which nothing can be sent. */
export function WebChatPreview({ siteKey, color, greeting }: PreviewProps) {
  const t = useText()
  const locale = useLocale()
  const frame = useRef<HTMLIFrameElement>(null)
  const words = greeting[locale] || greeting.nl
  const show = () => frame.current?.contentWindow?.postMessage({ regiePreview: { color, greeting: words } }, location.origin)
  useEffect(show, [color, words])
  return (
    <Panel title={t('webChat.preview')}>
      {siteKey === null ? (
        <p className={styles.soft}>{t('webChat.previewLater')}</p>
      ) : (
        <iframe
          ref={frame}
          className={styles.frame}
          title={t('webChat.preview')}
          src={`/widget/c/${siteKey}?preview=1&lang=${locale}`}
          onLoad={show}
        />
      )}
    </Panel>
  )
}
