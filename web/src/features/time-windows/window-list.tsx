import { useText } from '../../locales/i18n.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { channelIcons, hoursText } from './time-words.ts'
import { weekdaysText } from '../../locales/weekdays.ts'
import type { DraftWindow } from './times-draft.ts'
import styles from './times.module.css'

type WindowListProps = {
  windows: readonly DraftWindow[]
  faulty: ReadonlySet<string>
  chosen: string | null
  onChoose: (key: string) => void
}

/** The windows one under another: what the grid shows, for who reads or has a small screen. */
export function WindowList({ windows, faulty, chosen, onChoose }: WindowListProps) {
  const t = useText()
  return (
    <ul className={styles.list} aria-label={t('times.list')}>
      {windows.map((window) => (
        <li key={window.key}>
          <button
            type="button"
            className={styles.row}
            aria-pressed={window.key === chosen}
            data-faulty={faulty.has(window.key) || undefined}
            onClick={() => onChoose(window.key)}
          >
            <strong>{hoursText(window)}</strong>
            <span>{weekdaysText(window.weekdays)}</span>
            <span className={styles.icons}>
              {window.channels.map((channel) => (
                <Mark key={channel} icon={channelIcons[channel]} label={t(`cases.channels.${channel}`)} />
              ))}
              {window.shared > 1 && <Mark icon="link" label={t('times.shared.title', { count: window.shared - 1 })} />}
              {faulty.has(window.key) && <Mark icon="alert" label={t('times.faulty')} />}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Mark({ icon, label }: { icon: IconName; label: string }) {
  return (
    <span title={label}>
      <Icon name={icon} size={16} />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
