import { useId, useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { FloatingPanel } from '../floating-panel.tsx'
import { IconButton } from '../icon-button.tsx'
import styles from './report.module.css'

/** What a figure is divided by what: under a button beside its name. */
export function MetricInfo({ label, formula }: { label: string; formula: string }) {
  const t = useText()
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton ref={opener} icon="info" label={t('figures.explain', { name: label })} onPress={() => setOpen(!isOpen)} />
      {isOpen && (
        <FloatingPanel trigger={opener} align="start" focusFirst="[role=dialog]" onClose={() => setOpen(false)}>
          <div id={id} role="dialog" aria-label={label} tabIndex={-1} className={styles.formula}>
            <strong>{label}</strong>
            <p>{formula}</p>
          </div>
        </FloatingPanel>
      )}
    </>
  )
}
