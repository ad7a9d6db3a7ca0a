import { dateOrders } from '@regie/contract/files.ts'
import type { ReactNode } from 'react'
import { formatDate, formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import type { MappingDraft } from './mapping.ts'
import styles from './files.module.css'
import { readAmount, readDate, tellingSamples } from './read-samples.ts'

type QuestionProps<Value> = { samples: readonly string[]; value: Value; onChange: (value: Value) => void }

const marks = [',', '.'] as const

/** Day first or month first: each answer shows what the file's own dates would become. */
export function DateOrderQuestion({ samples, value, onChange }: QuestionProps<MappingDraft['dateOrder']>) {
  const t = useText()
  const shown = tellingSamples(
    samples,
    dateOrders.map((order) => (text: string) => readDate(text, order)),
  )
  const options = dateOrders.map((order) => ({
    value: order as MappingDraft['dateOrder'],
    label: t(`files.dateOrders.${order}`),
    help: (
      <Readings
        samples={shown}
        read={(text) => {
          const day = readDate(text, order)
          return day === null ? null : formatDate(`${day}T12:00:00Z`)
        }}
      />
    ),
  }))
  return <ChoiceInput label={t('files.mapping.dateOrder')} value={value} onChange={onChange} options={options} />
}

/** Comma or point before the cents, shown in the same way. */
export function DecimalMarkQuestion({ samples, value, onChange }: QuestionProps<MappingDraft['decimalMark']>) {
  const t = useText()
  const shown = tellingSamples(
    samples,
    marks.map((mark) => (text: string) => readAmount(text, mark)),
  )
  const options = marks.map((mark) => ({
    value: mark as MappingDraft['decimalMark'],
    label: mark === ',' ? t('files.decimalMarks.comma') : t('files.decimalMarks.point'),
    help: (
      <Readings
        samples={shown}
        read={(text) => {
          const cents = readAmount(text, mark)
          return cents === null ? null : formatMoney(cents)
        }}
      />
    ),
  }))
  return <ChoiceInput label={t('files.mapping.decimalMark')} value={value} onChange={onChange} options={options} />
}

function Readings({ samples, read }: { samples: readonly string[]; read: (text: string) => string | null }): ReactNode {
  const t = useText()
  return (
    <span className={styles.readings}>
      {samples.map((text) => (
        <span key={text} className="numbers">
          {text} → {read(text) ?? t('files.mapping.unreadable')}
        </span>
      ))}
    </span>
  )
}
