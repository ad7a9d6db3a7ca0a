import { type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'

type NextFieldProps = {
  label: string
  value: string
  steps: readonly ScriptStep[]
  isDisabled: boolean
  isLabelHidden?: boolean
  onChange: (key: string) => void
}

/** Where a way leads: one of the steps. One that is gone stays to be seen until another is chosen. */
export function NextField({ label, value, steps, isDisabled, isLabelHidden, onChange }: NextFieldProps) {
  const t = useText()
  const isKnown = steps.some(({ key }) => key === value)
  const options = [
    ...(isKnown ? [] : [{ value, label: `${stepName({ key: value })} (${t('flow.list.missing')})` }]),
    ...steps.map((step, at) => ({ value: step.key, label: `${at + 1}. ${stepName(step)}` })),
  ]
  return (
    <SearchSelect label={label} value={value} options={options} isDisabled={isDisabled} isLabelHidden={isLabelHidden} onChange={onChange} />
  )
}
