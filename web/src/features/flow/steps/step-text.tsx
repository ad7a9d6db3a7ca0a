import type { ScriptText } from '@regie/contract/flow.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import styles from '../flow.module.css'

/** What a step sends, as a person would read it; or with its places for values, as it is written. */
export function StepText({ text }: { text: ScriptText }) {
  const t = useText()
  const [isWritten, setWritten] = useState(false)
  const { subject, text: words } = isWritten ? text.written : text.filled
  return (
    <figure className={styles.sample} aria-label={t('flow.panel.label')}>
      <blockquote>
        {text.kind === 'email' && <p className={styles.soft}>{t('flow.panel.subject', { subject })}</p>}
        <p className={styles.text}>{words}</p>
      </blockquote>
      <figcaption className={styles.soft}>
        {!isWritten && `${t('flow.panel.sample')} · `}
        <button type="button" className={styles.link} onClick={() => setWritten(!isWritten)}>
          {isWritten ? t('flow.panel.filled') : t('flow.panel.written')}
        </button>
      </figcaption>
    </figure>
  )
}
