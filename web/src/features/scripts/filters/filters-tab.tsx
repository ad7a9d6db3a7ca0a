import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { ScriptFilter } from '@regie/contract/filters.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatNumber, formatTotal } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { bothOf, NotLoaded } from '../../../ui/loaded.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { useRuleWords } from './filter-words.ts'
import styles from '../scripts.module.css'
import { useFields, useFilters, useRemoveFilter, useVariables } from '../scripts-data.ts'
import { Stack } from '../../../ui/stack.tsx'

type Asked = { action: 'add' } | { action: 'edit' | 'remove'; filter: ScriptFilter }

/** Who may be contacted: a case that an active filter leaves out is passed over. */
export function FiltersTab({ scriptID }: { scriptID: number }) {
  const t = useText()
  const filters = useFilters(scriptID)
  const fields = useFields(scriptID)
  const variables = useVariables(scriptID)
  const [asked, setAsked] = useState<Asked | null>(null)
  if (filters.data === undefined || fields.data === undefined || variables.data === undefined)
    return <NotLoaded query={bothOf(filters, bothOf(fields, variables))} />
  const definitions = fields.data.fields
  const add = (
    <Can right={Right.changeFilters}>
      {(reason) => (
        <Button kind="main" icon={<Icon name="plus" size={16} />} reason={reason} onPress={() => setAsked({ action: 'add' })}>
          {t('scripts.filters.add')}
        </Button>
      )}
    </Can>
  )
  return (
    <Stack isWide>
      {filters.data.length === 0 ? (
        <EmptyState icon="filter" title={t('scripts.filters.empty.title')} text={t('scripts.filters.empty.text')} action={add} />
      ) : (
        <>
          <div className={styles.actions}>{add}</div>
          <p className={styles.soft}>{t('scripts.filters.about')}</p>
          <ul className={styles.filters}>
            {filters.data.map((filter) => (
              <FilterCard key={filter.filterID} filter={filter} fields={definitions} onAsk={(action) => setAsked({ action, filter })} />
            ))}
          </ul>
        </>
      )}
      {asked !== null && asked.action !== 'remove' && (
        <FilterDialog
          scriptID={scriptID}
          fields={definitions}
          variables={variables.data.variables.map(({ key }) => key)}
          filter={
            asked.action === 'edit' ? (filters.data.find(({ filterID }) => filterID === asked.filter.filterID) ?? asked.filter) : null
          }
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.action === 'remove' && <RemoveFilterDialog scriptID={scriptID} filter={asked.filter} onClose={() => setAsked(null)} />}
    </Stack>
  )
}

type FilterCardProps = { filter: ScriptFilter; fields: readonly FieldDefinition[]; onAsk: (action: 'edit' | 'remove') => void }

function FilterCard({ filter, fields, onAsk }: FilterCardProps) {
  const t = useText()
  const wordsOf = useRuleWords(fields)
  return (
    <li className={styles.filter} data-off={filter.active ? undefined : true}>
      <div className={styles.filterHead}>
        <h3>{filter.name}</h3>
        <Badge tone={filter.active ? 'success' : 'neutral'} icon={filter.active ? 'filter' : 'pause'}>
          {t(filter.active ? 'scripts.active.on' : 'scripts.active.off')}
        </Badge>
      </div>
      <div className={styles.actions}>
        {(['edit', 'remove'] as const).map((action) => (
          <Can key={action} right={Right.changeFilters}>
            {(reason) => (
              <Button icon={<Icon name={action === 'edit' ? 'edit' : 'trash'} size={16} />} reason={reason} onPress={() => onAsk(action)}>
                {t(`scripts.filters.${action}`)}
              </Button>
            )}
          </Can>
        ))}
      </div>
      <div className={styles.conditions}>
        {filter.rules.map((rule, at) => (
          <span key={at} className={styles.actions}>
            {at > 0 && <span className={styles.soft}>{t(`scripts.filters.combine.${filter.combine}`)}</span>}
            <span className={styles.condition}>{wordsOf(rule)}</span>
          </span>
        ))}
      </div>
      {filter.matching !== null && (
        <p className={styles.count}>
          {t('scripts.filters.matching', {
            matching: formatTotal({ value: filter.matching, exact: filter.exact }),
            total: formatNumber(filter.total),
          })}
        </p>
      )}
    </li>
  )
}

function RemoveFilterDialog({ scriptID, filter, onClose }: { scriptID: number; filter: ScriptFilter; onClose: () => void }) {
  const t = useText()
  const remove = useRemoveFilter()
  const left = filter.matching === null ? null : filter.total - filter.matching
  return (
    <ConfirmDialog
      isOpen
      title={t('scripts.filters.removeTitle', { name: filter.name })}
      verb={t('scripts.filters.removeVerb')}
      kind="danger"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { scriptID, filterID: filter.filterID } })
        notify(t('scripts.filters.removed', { name: filter.name }))
      }}
      onClose={onClose}
    >
      {left !== null && t('scripts.filters.removeText', { count: left, total: formatNumber(left) })}
    </ConfirmDialog>
  )
}
