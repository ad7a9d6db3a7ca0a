import { forwardApi, type ForwardPreview } from '@regie/contract/forwards.ts'
import { useApi } from '../api/use-api.ts'
import { formatBytes, formatMomentFull } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { Icon } from '../ui/icon.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './forward-mail.module.css'

type ContentProps = { incomingID: number; receiver: { userID?: number; address?: string }; name: string }

/** What of an e-mail reaches who it is forwarded to, masked as the server will mask it. */
export function ForwardedContent({ incomingID, receiver, name }: ContentProps) {
  const t = useText()
  const query = useApi(forwardApi.preview, { params: { incomingID }, query: receiver })
  return (
    <section className={styles.content} aria-label={t('outreach.forward.goes')} aria-live="polite">
      <h3 className={styles.heading}>{t('outreach.forward.goes')}</h3>
      <Loaded query={query} lines={4}>
        {(found) => <Content found={found} name={name} />}
      </Loaded>
    </section>
  )
}

function Content({ found: { from, at, subject, text, quoted, maskedBy, files }, name }: { found: ForwardPreview; name: string }) {
  const t = useText()
  const all = [text, quoted].filter((part) => part !== '').join('\n\n')
  return (
    <>
      {maskedBy !== null && (
        <Notice tone="warning" icon="lock">
          {t(`outreach.forward.maskedBy.${maskedBy}`, { name })}
        </Notice>
      )}
      <div className={styles.mail}>
        <p className={styles.head} dir="auto">
          {from !== '' && <span>{from}</span>}
          <span>{formatMomentFull(at)}</span>
        </p>
        {subject !== '' && (
          <strong className={styles.subject} dir="auto">
            {subject}
          </strong>
        )}
        {/* A long mail is scrolled with the keys too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles.text} tabIndex={0} role="region" aria-label={t('outreach.forward.goes')} dir="auto">
          {all}
        </div>
        {files.length > 0 && (
          <ul className={styles.files} aria-label={t('outreach.forward.files')}>
            {files.map(({ no, fileName, bytes, why }) => (
              <li key={no} data-stays={why !== null || undefined}>
                <Icon name="file" size={16} />
                <span className={styles.fileName}>{fileName}</span>
                <span className={styles.size}>
                  {formatBytes(bytes)}
                  {why !== null && ` · ${t(`outreach.forward.stays.${why}`)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
