import type { TemplatePreview as Preview } from '@regie/contract/templates.ts'
import type { ApprovedChoice } from '@regie/contract/whatsapp.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { messageFrame } from '../../ui/message-frame.ts'
import { inDark } from './in-dark.ts'
import { ChatBubble, OwnBubble } from './whatsapp/chat-bubble.tsx'
import styles from './templates.module.css'

const views = ['desktop', 'phone', 'dark', 'text'] as const

/** The text as somebody gets it: an e-mail wide, as on a phone, in dark mode, or without its looks. `about`: whose data fill it. */
export function TemplatePreview({
  templateID,
  preview,
  approved,
  about,
}: {
  templateID: number
  preview: Preview
  approved: ApprovedChoice | undefined
  about: string
}) {
  const t = useText()
  const [view, setView] = useState<(typeof views)[number]>('desktop')
  const { subject, text, html, choices } = preview
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
      {choices ? (
        <OwnBubble choices={choices} text={text} />
      ) : approved ? (
        <ChatBubble templateID={templateID} approved={approved} text={text} />
      ) : html === null || view === 'text' ? (
        <pre className={styles.plain}>{text}</pre>
      ) : (
        <iframe
          className={styles.frame}
          data-view={view}
          title={t('templates.preview.frame')}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={messageFrame(view === 'dark' ? inDark(html) : html)}
        />
      )}
      <p className={styles.soft}>{about}</p>
    </div>
  )
}
