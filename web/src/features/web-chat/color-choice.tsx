import { useText } from '../../locales/i18n.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import styles from './web-chat.module.css'

const offered = ['#1477aa', '#2e7d32', '#8e2b58', '#c2410c', '#4338ca', '#0f1a24'] as const

/** As the contract asks: six digits, small letters. */
export const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** A colour of the customer, or one of a few that go with most sites. */
export function ColorChoice({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const t = useText()
  return (
    <div className={styles.color}>
      <TextInput
        label={t('webChat.color')}
        help={t('webChat.colorHelp')}
        error={isColor(value) ? undefined : t('webChat.colorInvalid')}
        maxLength={7}
        value={value}
        onChange={(typed) => onChange(typed.trim().toLowerCase())}
      />
      <div className={styles.swatches}>
        {offered.map((color) => (
          <button
            key={color}
            type="button"
            className={styles.swatch}
            style={{ background: color }}
            aria-label={`${t('webChat.color')} ${color}`}
            aria-pressed={value === color}
            onClick={() => onChange(color)}
          />
        ))}
      </div>
    </div>
  )
}
