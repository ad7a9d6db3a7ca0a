import type { Callback } from '@regie/contract/arrangements.ts'
import { useMemo } from 'react'
import { paths } from '../../../paths.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useCallbacks } from '../arrangements-data.ts'
import styles from '../boards.module.css'
import { rowsOf } from '../rows-of.ts'

type CallbackBoardProps = { customerID: number; isMine: boolean; onMine: (isMine: boolean) => void }

/** The open call-backs of a customer, soonest first; each row opens its case. */
export function CallbackBoard({ customerID, isMine, onMine }: CallbackBoardProps) {
  const t = useText()
  const answer = useCallbacks(customerID)
  const minute = Math.floor(useNow(15_000) / 60_000)
  const columns = useMemo(() => callbackColumns(t, minute * 60_000), [t, minute])
  const rows = answer.data?.filter(({ forUser }) => !isMine || forUser !== null)
  return (
    <div className={styles.board}>
      <div className={styles.filter}>
        <SearchSelect
          label={t('arrangements.callbacks.filter')}
          isLabelHidden
          value={isMine ? 'mine' : ''}
          onChange={(chosen) => onMine(chosen === 'mine')}
          options={[
            { value: '', label: t('arrangements.callbacks.everyone') },
            { value: 'mine', label: t('arrangements.callbacks.mine') },
          ]}
        />
      </div>
      <DataTable<Callback>
        label={t('arrangements.callbacks.title')}
        columns={columns}
        list={rowsOf(answer, rows)}
        rowKey={({ callbackID }) => String(callbackID)}
        linkTo={({ caseID }) => paths.case(caseID)}
        empty={
          <EmptyState
            icon="phone"
            title={t('arrangements.callbacks.empty')}
            text={t('arrangements.callbacks.emptyText')}
            action={<AppLink to={paths.search()}>{t('arrangements.findCase')}</AppLink>}
          />
        }
      />
    </div>
  )
}

function callbackColumns(t: ReturnType<typeof useText>, now: number): readonly Column<Callback>[] {
  const who = ({ forUser }: Callback) => forUser?.name ?? t('arrangements.callbacks.anyone')
  return [
    { key: 'case', label: t('arrangements.columns.case'), width: 120, cell: (row) => row.caseNumber, text: (row) => row.caseNumber },
    { key: 'name', label: t('arrangements.columns.name'), width: 180, cell: (row) => row.name, text: (row) => row.name },
    { key: 'at', label: t('arrangements.columns.callAt'), width: 130, cell: (row) => formatNextMoment(row.at) },
    {
      key: 'state',
      label: t('arrangements.columns.state'),
      width: 120,
      cell: (row) =>
        Date.parse(row.at) < now ? (
          <Badge tone="error" icon="alert">
            {t('arrangements.callbacks.late')}
          </Badge>
        ) : (
          <Badge tone="info" icon="clock">
            {t('arrangements.callbacks.states.open')}
          </Badge>
        ),
    },
    { key: 'who', label: t('arrangements.columns.who'), width: 180, cell: who, text: who },
    { key: 'about', label: t('arrangements.columns.about'), width: 300, cell: (row) => row.note || '–', text: (row) => row.note },
    { key: 'by', label: t('arrangements.columns.by'), width: 120, cell: (row) => row.by, text: (row) => row.by },
  ]
}
