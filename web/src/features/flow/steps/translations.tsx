import type { PressableButton } from '@regie/contract/flow.ts'
import { htmlLang } from '@regie/contract/locale.ts'
import { useText } from '../../../locales/i18n.tsx'
import styles from '../flow.module.css'

type TranslationsProps = { answer: string; words: readonly string[]; buttons: readonly PressableButton[] }

/** The words of a button in its other languages; those that this row does not lead say so. */
export function Translations({ answer, words, buttons }: TranslationsProps) {
  const t = useText()
  const others = (buttons.find((button) => button.some((one) => one.words === answer)) ?? []).filter((one) => one.words !== answer)
  if (others.length === 0) return null
  return (
    <ul className={styles.translations}>
      {others.map(({ locale, words: translated }) => (
        <li key={`${locale} ${translated}`}>
          <small>{t(`flow.press.languages.${locale}`)}</small> <span lang={htmlLang[locale]}>{translated}</span>
          {!words.includes(translated) && <small> ({t('flow.press.elsewhere')})</small>}
        </li>
      ))}
    </ul>
  )
}
