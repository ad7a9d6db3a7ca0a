import { keyAsWords } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import type { FlowNames } from '../flow-names.ts'

type TemplateFieldProps = {
  kind: 'email' | 'sms' | 'call'
  value: string
  names: FlowNames
  isDisabled: boolean
  onChange: (template: string) => void
}

/** Which text a step sends: those of its kind. One that is gone stays to be seen until another is chosen. */
export function TemplateField({ kind, value, names, isDisabled, onChange }: TemplateFieldProps) {
  const t = useText()
  const fitting = names.templates.filter((one) => one.kind === kind).map(({ key }) => ({ value: key, label: keyAsWords(key) }))
  const isKnown = value === '' || fitting.some((one) => one.value === value)
  const options = [
    { value: '', label: t('flow.form.chooseTemplate') },
    ...fitting,
    ...(isKnown ? [] : [{ value, label: `${keyAsWords(value)} (${t('flow.list.missing')})` }]),
  ]
  return (
    <SearchSelect label={t('flow.form.template')} value={value} options={options} isRequired isDisabled={isDisabled} onChange={onChange} />
  )
}
