import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { ImportMapping } from '@regie/contract/files.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import styles from './files.module.css'

type Constants = ImportMapping['constants']
type ConstantFieldsProps = {
  fields: readonly FieldDefinition[]
  constants: Constants
  doubles: ReadonlySet<string>
  onChange: (constants: Constants) => void
}

/** Values that the file does not have and every case gets: the creditor, the product, the language. */
export function ConstantFields({ fields, constants, doubles, onChange }: ConstantFieldsProps) {
  const t = useText()
  const locale = useLocale()
  const change = (at: number, changed: Partial<Constants[number]>) =>
    onChange(constants.map((constant, other) => (other === at ? { ...constant, ...changed } : constant)))
  const options = [
    { value: '', label: t('files.constants.choose') },
    ...fields.filter(({ key }) => key !== 'dossiernummer').map(({ key, label }) => ({ value: key, label: label[locale] })),
  ]
  const add = (
    <Button kind="quiet" icon={<Icon name="plus" size={16} />} onPress={() => onChange([...constants, { field: '', value: '' }])}>
      {t('files.constants.add')}
    </Button>
  )
  return (
    <Panel title={t('files.constants.title')} actions={add}>
      {constants.length === 0 && <p className={styles.quiet}>{t('files.constants.none')}</p>}
      {constants.map(({ field, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.constantLine}>
          <SelectInput
            label={t('files.constants.field')}
            isLabelHidden
            value={field}
            options={options}
            error={doubles.has(field) ? t('files.mapping.double') : undefined}
            onChange={(chosen) => change(at, { field: chosen })}
          />
          <TextInput
            label={t('files.constants.value')}
            isLabelHidden
            placeholder={t('files.constants.value')}
            maxLength={500}
            value={value}
            onChange={(typed) => change(at, { value: typed })}
          />
          <IconButton
            icon="trash"
            label={t('files.constants.remove')}
            onPress={() => onChange(constants.filter((_, other) => other !== at))}
          />
        </div>
      ))}
    </Panel>
  )
}
