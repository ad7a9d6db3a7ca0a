import type { ApprovedChoice } from '@regie/contract/whatsapp.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './whatsapp.module.css'

const buttonIcons = { reply: 'arrowUp', url: 'external', phone: 'phone', other: 'send' } as const satisfies Record<string, IconName>

/** An approved text as a phone shows it, filled in for a person. `text` is the whole of it in one, as it is kept of a message. */
export function ChatBubble({ approved, text }: { approved: ApprovedChoice; text: string }) {
  const t = useText()
  const { header, body } = filledParts(approved, text)
  return (
    <section className={styles.chat} aria-label={t('templates.whatsapp.bubble')}>
      <div className={styles.bubble}>
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

/** Takes the one text apart again: what stands before and behind the body is known. */
function filledParts({ header, footer, buttons }: ApprovedChoice, text: string) {
  const parts = text.split('\n\n')
  const end = parts.length - (buttons.length > 0 ? 1 : 0) - (footer === '' ? 0 : 1)
  return { header: header === '' ? '' : (parts[0] ?? ''), body: parts.slice(header === '' ? 0 : 1, end).join('\n\n') }
}
