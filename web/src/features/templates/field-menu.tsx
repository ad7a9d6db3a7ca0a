import type { TemplateDetail } from '@regie/contract/templates.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

type FieldMenuProps = { fields: TemplateDetail['fields']; isDisabled: boolean; onInsert: (place: string) => void }

/** What a text may ask for, by name. */
export function FieldMenu({ fields, isDisabled, onInsert }: FieldMenuProps) {
  const t = useText()
  const locale = useLocale()
  return (
    <Menu
      label={t('templates.fields.label')}
      trigger={
        <Button isDisabled={isDisabled} icon={<Icon name="plus" size={16} />}>
          {t('templates.fields.insert')}
        </Button>
      }
      items={fields.map(({ key, label }) => ({
        key,
        label: label[locale],
        onPress: () => onInsert(`{{${key}}}`),
      }))}
    />
  )
}
