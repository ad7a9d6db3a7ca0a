import type { BankEntry } from '@regie/contract/bank-statements.ts'
import { useText } from '../../locales/i18n.tsx'
import styles from './statements.module.css'

/** All that the bank says about an entry, to be read whole. */
export function EntryFacts({ entry: { counterIban, reference, text } }: { entry: BankEntry }) {
  const t = useText()
  return (
    <p className={styles.facts}>
      {counterIban !== null && <span className="numbers">{counterIban}</span>}
      {reference !== null && <span className="numbers">{t('statements.entries.reference', { reference })}</span>}
      {text !== '' && <span>{text}</span>}
    </p>
  )
}
