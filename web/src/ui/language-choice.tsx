import { type Locale, locales } from '@regie/contract/locale.ts'
import { useLocale, useText } from '../locales/i18n.tsx'
import styles from './language-choice.module.css'

// Each language under its own name, so that who cannot read the present one finds theirs.
export const languageNames: Record<Locale, string> = { nl: 'Nederlands', eng: 'English', fr: 'Français' }

export function LanguageChoice({ onChoose }: { onChoose: (locale: Locale) => void }) {
  const t = useText()
  const current = useLocale()
  return (
    <div className={styles.choice} role="group" aria-label={t('ui.language')}>
      {locales.map((locale) => (
        <button key={locale} type="button" aria-pressed={locale === current} onClick={() => onChoose(locale)}>
          {languageNames[locale]}
        </button>
      ))}
    </div>
  )
}
