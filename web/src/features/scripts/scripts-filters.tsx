import { useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useTyping } from '../../ui/use-typing.ts'
import type { ScriptsFilters as Filters } from './scripts-data.ts'
import styles from './scripts.module.css'

export function ScriptsFilters({ filters, onFilters }: { filters: Filters; onFilters: (changed: Partial<Filters>) => void }) {
  const t = useText()
  const [typed, setTyped] = useTyping(filters.q, (q) => onFilters({ q }))
  return (
    <>
      <div className={styles.search}>
        <TextInput
          label={t('scripts.search')}
          isLabelHidden
          type="search"
          placeholder={t('scripts.search')}
          icon={<Icon name="search" size={16} />}
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <div className={styles.choice}>
        <SelectInput
          label={t('scripts.fields.active')}
          isLabelHidden
          value={filters.active}
          onChange={(active) => onFilters({ active })}
          options={[
            { value: '', label: t('scripts.active.all') },
            { value: 'true', label: t('scripts.active.on') },
            { value: 'false', label: t('scripts.active.off') },
          ]}
        />
      </div>
    </>
  )
}
