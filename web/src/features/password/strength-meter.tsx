import { type PasswordStrength, passwordStrength, passwordStrengths } from '@regie/contract/password.ts'
import { useText } from '../../locales/i18n.tsx'
import styles from './password.module.css'

const tones = { weak: 'error', moderate: 'warning', strong: 'success', veryStrong: 'success' } satisfies Record<PasswordStrength, string>

/** How long somebody who guesses would be busy, in a word and four bars. */
export function StrengthMeter({ password }: { password: string }) {
  const t = useText()
  const strength = password === '' ? null : passwordStrength(password)
  const level = strength === null ? 0 : passwordStrengths.indexOf(strength) + 1
  return (
    <div className={styles.strength} data-tone={strength === null ? undefined : tones[strength]}>
      <span className={styles.bars} aria-hidden="true">
        {passwordStrengths.map((name, index) => (
          <span key={name} data-filled={index < level || undefined} />
        ))}
      </span>
      <span aria-live="polite">
        {t('changePassword.strengthLabel')}: <strong>{strength === null ? '–' : t(`changePassword.strength.${strength}`)}</strong>
      </span>
    </div>
  )
}
