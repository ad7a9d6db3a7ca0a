import { auditApi } from '@regie/contract/audit.ts'
import { useApi } from '../../api/use-api.ts'
import { formatTotal } from '../../locales/format.ts'
import { SwitchInput } from '../../ui/toggles.tsx'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useText } from '../../locales/i18n.tsx'
import { currentLanguage } from '../../locales/locale-store.ts'
import type { Messages } from '../../locales/messages.ts'
import { PeriodInput } from '../../ui/dates/period-input.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useTyping } from '../../ui/use-typing.ts'
import styles from './audit.module.css'
import { type AuditFilters as Filters, auditQuery, daysOf, momentsOf } from './audit-query.ts'
import { actionName, entityName } from './audit-words.ts'
import { SearchInput } from '../../ui/search-input.tsx'

type AuditFiltersProps = { customerID: number | null; filters: Filters; onFilters: (changed: Partial<Filters>) => void }

/** The filters of the log; the lists offer what the language has words for. */
export function AuditFilters({ customerID, filters, onFilters }: AuditFiltersProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const [id, setId] = useTyping(filters.id, (typed) => onFilters({ id: typed }))
  const { actions, entities } = (currentLanguage().messages as Messages).audit
  const actionOptions = Object.entries(actions)
    .flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => `${noun}.${verb}`))
    .map((value) => ({ value, label: actionName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  const entityOptions = Object.keys(entities).map((value) => ({ value, label: entityName(value) }))
  const others = (
    <>
      <div className={styles.choice}>
        <SearchSelect
          label={t('audit.columns.action')}
          isLabelHidden
          value={filters.action}
          onChange={(action) => onFilters({ action })}
          options={[{ value: '', label: t('audit.filters.everyAction') }, ...actionOptions]}
        />
      </div>
      <div className={styles.word}>
        <SelectInput
          label={t('audit.columns.entity')}
          isLabelHidden
          value={filters.entity}
          onChange={(entity) => onFilters({ entity })}
          options={[{ value: '', label: t('audit.filters.everyEntity') }, ...entityOptions]}
        />
      </div>
      <div className={styles.word}>
        <SelectInput
          label={t('audit.filters.scope')}
          isLabelHidden
          value={filters.scope}
          onChange={(scope) => onFilters({ scope })}
          options={[
            { value: '', label: t('audit.filters.chosenCustomer') },
            { value: 'all', label: t('audit.filters.everyCustomer') },
          ]}
        />
      </div>
      <div className={styles.number}>
        <TextInput
          label={t('audit.filters.id')}
          isLabelHidden
          placeholder={t('audit.filters.id')}
          maxLength={40}
          value={id}
          onChange={setId}
        />
      </div>
      <PeriodInput label={t('audit.filters.period')} value={daysOf(filters)} onChange={(period) => onFilters(momentsOf(period))} />
    </>
  )
  return (
    <>
      <div className={styles.word}>
        <SearchInput label={t('audit.filters.user')} value={filters.user} onSearch={(user) => onFilters({ user })} />
      </div>
      {isPhone && (
        <Button icon={<Icon name="filter" size={16} />} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t('audit.filters.more')}
        </Button>
      )}
      {(!isPhone || isOpen) && others}
      <LooksSwitch customerID={customerID} filters={filters} onFilters={onFilters} />
    </>
  )
}

/** Looks are most of a log: folded away by default, with how many they are; the file has them always. */
function LooksSwitch({ customerID, filters, onFilters }: AuditFiltersProps) {
  const t = useText()
  const query = { ...auditQuery(customerID, filters), looks: 'only' as const, limit: 1 }
  const { data } = useApi(auditApi.list, { query }, { keepsPrevious: true })
  const words = data === undefined ? t('audit.looks.show') : t('audit.looks.showCount', { total: formatTotal(data.total) })
  return (
    <div className={styles.looks} title={t('audit.looks.help')}>
      <SwitchInput label={words} value={filters.looks === 'shown'} onChange={(isOn) => onFilters({ looks: isOn ? 'shown' : '' })} />
    </div>
  )
}
