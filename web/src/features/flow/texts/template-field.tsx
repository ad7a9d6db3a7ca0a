import type { ScriptText } from '@regie/contract/flow.ts'
import type { Channel } from '@regie/contract/channels.ts'
import { keyAsWords } from '@regie/contract/scripts.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import type { FlowNames } from '../flow-names.ts'
import { StepText } from './step-text.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import type { TextTools } from './text-tools.ts'
import styles from './texts.module.css'

type TemplateFieldProps = {
  label: string
  kind: Channel
  /** Only texts that may go by post. */
  isByPost?: boolean
  value: string
  names: FlowNames
  texts: readonly ScriptText[]
  tools: TextTools
  /** What stands for no text; left out: there must be one. */
  none?: string
  help?: string | undefined
  isDisabled: boolean
  onChange: (template: string) => void
}

/** Which text a step sends, and how it reads. One that is gone stays to be seen until another is chosen. */
export function TemplateField({
  label,
  kind,
  isByPost = false,
  value,
  names,
  texts,
  tools,
  none,
  help,
  isDisabled,
  onChange,
}: TemplateFieldProps) {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  const fitting = names.templates.filter((one) => one.kind === kind && (!isByPost || one.byPost === true))
  const isKnown = value === '' || fitting.some(({ key }) => key === value)
  const chosen = fitting.find(({ key }) => key === value)
  const text = texts.find((one) => one.kind === kind && one.key === value)
  const options = [
    { value: '', label: none ?? t('flow.form.chooseTemplate') },
    ...fitting.map(({ key, name }) => ({ value: key, label: name })),
    ...(isKnown ? [] : [{ value, label: `${keyAsWords(value)} (${t('flow.list.missing')})` }]),
  ]
  return (
    <div className={styles.field}>
      <SearchSelect
        label={label}
        value={value}
        options={options}
        help={help}
        isRequired={none === undefined}
        isDisabled={isDisabled}
        onChange={onChange}
      />
      {!isDisabled && fitting.length > 1 && (
        <div>
          <Button kind="quiet" icon={<Icon name="search" size={16} />} onPress={() => setAsked(true)}>
            {t('flow.choose.open')}
            <span className="visually-hidden">: {label}</span>
          </Button>
        </div>
      )}
      {text !== undefined && (
        <StepText
          key={text.key}
          text={text}
          templateID={chosen?.templateID}
          name={chosen?.name ?? label}
          draft={chosen?.draft}
          tools={tools}
        />
      )}
      {isAsked && (
        <TemplateDialog
          templates={fitting}
          texts={texts.filter((one) => one.kind === kind)}
          chosen={value}
          onChoose={(key) => {
            setAsked(false)
            if (key !== value) onChange(key)
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}
