import type { HeaderFile, HeaderFileKind } from '@regie/contract/header-files.ts'
import type { ApprovedChoice } from '@regie/contract/whatsapp.ts'
import { textAboveChoices, type WhatsappChoices } from '@regie/contract/whatsapp-choices.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import { addressOf } from '../../../api/call-api.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './whatsapp.module.css'

const buttonIcons = { reply: 'arrowUp', url: 'external', phone: 'phone', other: 'send' } as const satisfies Record<string, IconName>

/** An approved text as a phone shows it, filled in for a person. `text` is the whole of it in one, as it is kept of a message. */
export function ChatBubble({ templateID, approved, text }: { templateID: number; approved: ApprovedChoice; text: string }) {
  const t = useText()
  const { header, body } = filledParts(approved, text)
  return (
    <section className={styles.chat} aria-label={t('templates.whatsapp.bubble')}>
      <div className={styles.bubble}>
        {approved.headerKind && <BubbleFile {...{ templateID, headerKind: approved.headerKind, file: approved.file }} />}
        {header !== '' && <strong>{header}</strong>}
        <p>{body}</p>
        {approved.footer !== '' && <small>{approved.footer}</small>}
      </div>
      {approved.buttons.map((button, at) => (
        <span key={at} className={styles.button}>
          <Icon name={buttonIcons[button.type]} size={16} />
          {button.text}
        </span>
      ))}
    </section>
  )
}

type BubbleFileProps = { templateID: number; headerKind: HeaderFileKind; file: HeaderFile | undefined }
const fileIcons = { image: 'file', document: 'file', video: 'play' } as const satisfies Record<HeaderFileKind, IconName>

/** The picture with which it begins, or the name of another file; its place while none is chosen. */
function BubbleFile({ templateID, headerKind, file }: BubbleFileProps) {
  const t = useText()
  if (file && headerKind === 'image')
    return (
      <img
        className={styles.picture}
        src={addressOf(templateApi.file, { params: { templateID, fileID: file.fileID } })}
        alt={file.fileName}
      />
    )
  return (
    <span className={styles.file}>
      <Icon name={fileIcons[headerKind]} size={20} />
      {file?.fileName ?? t(`templates.whatsapp.file.${headerKind}`)}
    </span>
  )
}

/** A text of our own as a phone shows it, with the buttons or the list under it. */
export function OwnBubble({ text, choices }: { text: string; choices: WhatsappChoices }) {
  const t = useText()
  return (
    <section className={styles.chat} aria-label={t('templates.whatsapp.bubble')}>
      <div className={styles.bubble}>
        <p>{textAboveChoices(text, choices)}</p>
      </div>
      {choices.kind === 'buttons' &&
        choices.buttons.map((words, at) => (
          <span key={at} className={styles.button}>
            <Icon name={buttonIcons.reply} size={16} />
            {words}
          </span>
        ))}
      {choices.kind === 'list' && (
        <>
          <span className={styles.button}>
            <Icon name="chevronDown" size={16} />
            {choices.word}
          </span>
          <ul className={styles.rows}>
            {choices.rows.map(({ title, about }, at) => (
              <li key={at}>
                {title}
                {about !== '' && <small className={styles.soft}>{about}</small>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Takes the one text apart again: what stands before and behind the body is known. */
function filledParts({ header, file, footer, buttons }: ApprovedChoice, text: string) {
  const before = header === '' && !file ? 0 : 1
  const parts = text.split('\n\n')
  const end = parts.length - (buttons.length > 0 ? 1 : 0) - (footer === '' ? 0 : 1)
  return { header: header === '' ? '' : (parts[0] ?? ''), body: parts.slice(before, end).join('\n\n') }
}
