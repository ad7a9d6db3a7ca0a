import { useText } from '../../locales/i18n.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './web-chat.module.css'

/** The line that puts the chat on a site, and a page on which it can be tried. */
export function SiteCode({ siteKey, isOn }: { siteKey: string | null; isOn: boolean }) {
  const t = useText()
  if (siteKey === null) return <p className={styles.soft}>{t('webChat.codeLater')}</p>
  const code = `<script async src="${location.origin}/widget/embed.js" data-chat="${siteKey}"></script>`
  return (
    <section className={styles.code} aria-label={t('webChat.code')}>
      <h3>{t('webChat.code')}</h3>
      <p className={styles.soft}>{t('webChat.codeHelp')}</p>
      <pre>{code}</pre>
      <div className={styles.row}>
        <CopyButton text={code} label={t('webChat.copy')} copiedLabel={t('webChat.copied')} />
        {isOn && (
          <a href={`/widget/c/${siteKey}/example`} target="_blank" rel="noreferrer">
            {t('webChat.example')}
          </a>
        )}
      </div>
    </section>
  )
}
