import type { UserRow, UserState } from '@regie/contract/users.ts'
import { useMemo } from 'react'
import type { AppPath } from '../../paths.ts'
import { groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import type { Tone } from '../../theme/colours.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, type ColumnHeader, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { readSort, writeSort } from '../../ui/table-sort.ts'
import { type UserFilters, useUsers } from './users-data.ts'

const byName = { key: 'username', direction: 'asc' } as const

type UsersTableProps = {
  customerID: number | null
  filters: UserFilters
  onFilters: (changed: Partial<UserFilters>) => void
  headers: readonly ColumnHeader[]
  onHeaders: (headers: ColumnHeader[]) => void
  linkTo: (userID: number) => AppPath
}

export function UsersTable({ customerID, filters, onFilters, headers, onHeaders, linkTo }: UsersTableProps) {
  const t = useText()
  const columns = useUserColumns()
  const list = useUsers(customerID, filters)
  const isFiltered = filters.q !== '' || filters.state !== '' || filters.group !== ''
  const clear = () => onFilters({ q: '', state: '', group: '' })
  return (
    <DataTable<UserRow>
      label={t('users.title')}
      columns={columns}
      list={list}
      rowKey={({ userID }) => String(userID)}
      linkTo={({ userID }) => linkTo(userID)}
      sort={readSort(filters.sort, byName)}
      onSort={(sort) => onFilters({ sort: writeSort(sort) })}
      headers={headers}
      onHeaders={onHeaders}
      empty={
        <EmptyState
          icon="users"
          title={t('users.empty.title')}
          text={t(isFiltered ? 'users.empty.filtered' : 'users.empty.text')}
          {...(isFiltered ? { action: <Button onPress={clear}>{t('users.empty.clear')}</Button> } : {})}
        />
      }
    />
  )
}

/** The columns of spec §3, User. */
export function useUserColumns(): readonly Column<UserRow>[] {
  const t = useText()
  return useMemo(() => {
    const plain = (
      key: 'initials' | 'firstName' | 'middleName' | 'lastName' | 'phone' | 'mobile' | 'email',
      width: number,
      isHidden = false,
    ): Column<UserRow> => ({
      key,
      label: t(`users.fields.${key}`),
      width,
      isHidden,
      ...(key === 'lastName' || key === 'email' ? { sort: key } : {}),
      cell: (user) => user[key] || '–',
      text: (user) => user[key],
    })
    const groups = (user: UserRow) => user.groups.map(({ name }) => groupName(name)).join(', ')
    return [
      {
        key: 'username',
        label: t('users.fields.username'),
        width: 160,
        sort: 'username',
        cell: (user) => user.username,
        text: (user) => user.username,
      },
      { key: 'state', label: t('users.fields.state'), width: 200, cell: (user) => <UserStateBadge state={user.state} /> },
      plain('firstName', 110),
      plain('middleName', 90, true),
      plain('lastName', 140),
      plain('initials', 90, true),
      plain('email', 210),
      { key: 'groups', label: t('users.fields.groups'), width: 220, cell: groups, text: groups },
      {
        key: 'lastLoginAt',
        label: t('users.fields.lastLoginAt'),
        width: 140,
        sort: 'lastLoginAt',
        cell: ({ lastLoginAt }) => (lastLoginAt === null ? '–' : <Moment at={lastLoginAt} />),
      },
      {
        key: 'twoFactor',
        label: t('users.fields.twoFactor'),
        width: 130,
        cell: (user) => user.twoFactor.map((type) => t(`users.factors.${type}`)).join(', ') || '–',
      },
      plain('mobile', 140),
      plain('phone', 140, true),
      { key: 'apiKey', label: t('users.fields.apiKey'), width: 120, isHidden: true, cell: ({ apiKey }) => apiKey.hint ?? '–' },
    ]
  }, [t])
}

const looks: Record<UserState, { tone: Tone; icon: IconName }> = {
  active: { tone: 'success', icon: 'check' },
  invited: { tone: 'info', icon: 'mail' },
  inviteExpired: { tone: 'warning', icon: 'hourglass' },
  locked: { tone: 'error', icon: 'lock' },
  delayed: { tone: 'warning', icon: 'clock' },
}

export function UserStateBadge({ state }: { state: UserState }) {
  const t = useText()
  return <Badge {...looks[state]}>{t(`users.states.${state}`)}</Badge>
}
