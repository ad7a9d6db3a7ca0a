import { dateOrders } from '@regie/contract/files.ts'
import { formatDate, formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import styles from './files.module.css'
import type { MappingDraft } from './mapping.ts'
import { readableOptions, readAmount, readDate, tellingSamples } from './read-samples.ts'

type QuestionProps<Value> = { samples: readonly string[]; value: Value; onChange: (value: Value) => void }

const marks = [',', '.'] as const

/** Day first or month first: each answer shows what the file's own dates would become. */
export function DateOrderQuestion({ samples, value, onChange }: QuestionProps<MappingDraft['dateOrder']>) {
  const t = useText()
  const orders = readableOptions(dateOrders, value, samples, readDate)
  const shown = tellingSamples(samples, orders, readDate)
  const options = orders.map((order) => ({
    value: order as MappingDraft['dateOrder'],
    label: t(`files.dateOrders.${order}`),
    help: <Readings readings={shown.map((text) => [text, spokenDay(readDate(text, order))])} />,
  }))
  return <ChoiceInput label={t('files.mapping.dateOrder')} value={value} onChange={onChange} options={options} />
}

/** Comma or point before the cents, shown in the same way. */
export function DecimalMarkQuestion({ samples, value, onChange }: QuestionProps<MappingDraft['decimalMark']>) {
  const t = useText()
  const shown = tellingSamples(samples, marks, readAmount)
  const options = marks.map((mark) => ({
    value: mark as MappingDraft['decimalMark'],
    label: mark === ',' ? t('files.decimalMarks.comma') : t('files.decimalMarks.point'),
    help: <Readings readings={shown.map((text) => [text, spokenAmount(readAmount(text, mark))])} />,
  }))
  return <ChoiceInput label={t('files.mapping.decimalMark')} value={value} onChange={onChange} options={options} />
}

function Readings({ readings }: { readings: readonly (readonly [text: string, becomes: string | null])[] }) {
  const t = useText()
  return (
    <span className={styles.readings}>
      {readings.map(([text, becomes]) => (
        <span key={text} className="numbers">
          {text} → {becomes ?? t('files.mapping.unreadable')}
        </span>
      ))}
    </span>
  )
}

function spokenDay(day: string | null): string | null {
  return day === null ? null : formatDate(`${day}T12:00:00Z`)
}

function spokenAmount(cents: number | null): string | null {
  return cents === null ? null : formatMoney(cents)
}
