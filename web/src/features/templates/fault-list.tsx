import type { TemplateFault } from '@regie/contract/templates.ts'
import { useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './templates.module.css'

/** What is wrong with the text, what keeps it from being sent first; in which language, where there is more than one. */
export function FaultList({ faults, isOneLanguage = false }: { faults: readonly TemplateFault[]; isOneLanguage?: boolean }) {
  const t = useText()
  if (faults.length === 0)
    return (
      <p className={styles.good}>
        <Icon name="check" size={16} /> {t('templates.faults.none')}
      </p>
    )
  return (
    <ul className={styles.faults} aria-label={t('templates.faults.label')}>
      {faults
        .toSorted((a, b) => Number(b.blocks) - Number(a.blocks))
        .map(({ fault, detail, locale, blocks }) => (
          <li key={`${fault} ${locale} ${detail}`} data-blocks={blocks || undefined}>
            <Icon name={blocks ? 'error' : 'alert'} size={16} />
            <span>
              {t(`templates.faults.${fault}`, { detail })}{' '}
              {!isOneLanguage && <span className={styles.soft}>({t(`templates.languages.${locale}`)})</span>}
            </span>
          </li>
        ))}
    </ul>
  )
}
