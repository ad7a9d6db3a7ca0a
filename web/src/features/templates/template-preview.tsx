import type { TemplatePreview as Preview } from '@regie/contract/templates.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { messageFrame } from '../../ui/message-frame.ts'
import styles from './templates.module.css'

// The policy of our pages refuses sheets; what a mail looks like stands in its attributes too.
const withoutSheets = (html: string) => html.replace(/<style[^>]*>[^<]*<\/style>/g, '')

const views = ['desktop', 'phone', 'text'] as const

/** The text as the sample person gets it: an e-mail wide, as on a phone, or without its looks. */
export function TemplatePreview({ preview }: { preview: Preview }) {
  const t = useText()
  const [view, setView] = useState<(typeof views)[number]>('desktop')
  const { subject, text, html } = preview
  return (
    <div className={styles.preview}>
      {html !== null && (
        <ChipChoice
          label={t('templates.preview.label')}
          value={view}
          onChange={setView}
          options={views.map((value) => ({ value, label: t(`templates.preview.${value}`) }))}
        />
      )}
      {subject !== '' && <strong className={styles.subject}>{subject}</strong>}
      {html === null || view === 'text' ? (
        <pre className={styles.plain}>{text}</pre>
      ) : (
        <iframe
          className={styles.frame}
          data-view={view}
          title={t('templates.preview.frame')}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={messageFrame(withoutSheets(html))}
        />
      )}
      <p className={styles.soft}>{t('templates.preview.sample')}</p>
    </div>
  )
}
