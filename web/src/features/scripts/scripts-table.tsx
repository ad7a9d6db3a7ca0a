import type { ScriptRow } from '@regie/contract/script-settings.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useMemo } from 'react'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { EmptyToFill } from '../../session/empty-to-fill.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, type ColumnHeader, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ActiveBadge, OpeningCell } from './script-status.tsx'
import { type ScriptsFilters, useScripts } from './scripts-data.ts'

type ScriptsTableProps = {
  customerID: number
  filters: ScriptsFilters
  onFilters: (changed: Partial<ScriptsFilters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: ColumnHeader[]) => void
  onNew: () => void
}

export function ScriptsTable({ customerID, filters, onFilters, headers, onHeaders, onNew }: ScriptsTableProps) {
  const t = useText()
  const columns = useScriptColumns()
  const list = useScripts(customerID, filters)
  const isFiltered = filters.q !== '' || filters.active !== ''
  return (
    <DataTable<ScriptRow>
      label={t('scripts.title')}
      columns={columns}
      list={list}
      rowKey={({ scriptID }) => String(scriptID)}
      linkTo={({ scriptID }) => paths.script(scriptID)}
      headers={headers}
      onHeaders={onHeaders}
      empty={
        isFiltered ? (
          <EmptyState
            icon="script"
            title={t('scripts.empty.title')}
            text={t('scripts.empty.filtered')}
            action={<Button onPress={() => onFilters({ q: '', active: '' })}>{t('scripts.empty.clear')}</Button>}
          />
        ) : (
          <EmptyToFill
            icon="script"
            title={t('scripts.empty.title')}
            text={t('scripts.empty.text')}
            right={Right.changeScripts}
            action={<NewScriptButton onPress={onNew} />}
          />
        )
      }
    />
  )
}

export function NewScriptButton({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <Can right={Right.changeScripts}>
      {(reason) => (
        <Button kind="main" icon={<Icon name="plus" size={16} />} reason={reason} onPress={onPress}>
          {t('scripts.new.button')}
        </Button>
      )}
    </Can>
  )
}

/** The columns of a script, as the user orders and hides them. */
export function useScriptColumns(): readonly Column<ScriptRow>[] {
  const t = useText()
  return useMemo(() => {
    const count = (key: 'maxTransfers' | 'openBatches' | 'openCases' | 'steps', width: number): Column<ScriptRow> => ({
      key,
      label: t(`scripts.fields.${key}`),
      width,
      align: 'right',
      cell: (script) => formatNumber(script[key]),
    })
    return [
      { key: 'name', label: t('scripts.fields.name'), width: 250, cell: ({ name }) => name, text: ({ name }) => name },
      { key: 'active', label: t('scripts.fields.active'), width: 90, cell: ({ active }) => <ActiveBadge isActive={active} /> },
      { key: 'opening', label: t('scripts.fields.opening'), width: 180, cell: (script) => <OpeningCell script={script} /> },
      {
        key: 'lines',
        label: t('scripts.fields.lines'),
        width: 90,
        align: 'right',
        cell: ({ activeLines, maxLines }) => `${formatNumber(activeLines)} / ${formatNumber(maxLines)}`,
      },
      count('maxTransfers', 180),
      count('openBatches', 120),
      count('openCases', 130),
      { key: 'changedAt', label: t('scripts.fields.changedAt'), width: 140, cell: ({ changedAt }) => <Moment at={changedAt} /> },
      {
        key: 'draft',
        label: t('scripts.fields.draft'),
        width: 120,
        cell: ({ hasDraft }) =>
          hasDraft ? (
            <Badge tone="info" icon="edit">
              {t('scripts.draft')}
            </Badge>
          ) : (
            '–'
          ),
      },
      count('steps', 90),
      {
        key: 'alwaysOpen',
        label: t('scripts.fields.alwaysOpen'),
        width: 90,
        cell: ({ alwaysOpen }) => t(alwaysOpen ? 'scripts.yes' : 'scripts.no'),
      },
    ]
  }, [t])
}
