import { useId, useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { FloatingPanel } from '../../ui/floating-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './call-report.module.css'

export type Explained =
  | 'offered'
  | 'serviceLevel'
  | 'averageWait'
  | 'abandonedShare'
  | 'dropShare'
  | 'att'
  | 'acw'
  | 'aht'
  | 'cpu'
  | 'occupancy'
  | 'availability'

/** What a figure is divided by what: under a button beside its name. */
export function MetricInfo({ name }: { name: Explained }) {
  const t = useText()
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const label = t(`callReport.metrics.${name}`)
  return (
    <>
      <IconButton ref={opener} icon="info" label={t('callReport.explain', { name: label })} onPress={() => setOpen(!isOpen)} />
      {isOpen && (
        <FloatingPanel trigger={opener} align="start" focusFirst="[role=dialog]" onClose={() => setOpen(false)}>
          <div id={id} role="dialog" aria-label={label} tabIndex={-1} className={styles.formula}>
            <strong>{label}</strong>
            <p>{t(`callReport.formulas.${name}`)}</p>
          </div>
        </FloatingPanel>
      )}
    </>
  )
}
