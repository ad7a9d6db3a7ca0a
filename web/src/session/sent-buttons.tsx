import type { SentButton } from '@regie/contract/sent-buttons.ts'
import { useText } from '../locales/i18n.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './sent-buttons.module.css'

const icons = { reply: 'arrowUp', url: 'external', phone: 'phone', other: 'send', list: 'chevronDown' } as const satisfies Record<
  Exclude<SentButton['kind'], 'row'>,
  IconName
>

/** What stood under a message of ours, as a chat app shows it. Nobody presses it here: it is read. `isShort`: without where it leads. */
export function SentButtons({ buttons, isShort = false }: { buttons: readonly SentButton[]; isShort?: boolean }) {
  const t = useText()
  if (buttons.length === 0) return null
  return (
    <ul className={styles.buttons} aria-label={t('cases.messages.buttons')} data-short={isShort || undefined}>
      {buttons.map(({ kind, words, about, url }, at) => (
        <li key={at} className={kind === 'row' ? styles.row : styles.button}>
          <span className={styles.words}>
            {kind !== 'row' && <Icon name={icons[kind]} size={14} />}
            {words}
          </span>
          {!isShort && (about !== '' || url !== '') && <small>{about === '' ? url : about}</small>}
        </li>
      ))}
    </ul>
  )
}
