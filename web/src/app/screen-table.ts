import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import type { IconName } from '../ui/icon.tsx'

export type MenuGroup = 'work' | 'campaigns' | 'admin'
export type ScreenName =
  | 'scripts'
  | 'search'
  | 'arrangements'
  | 'newCase'
  | 'batches'
  | 'upload'
  | 'manager'
  | 'rightGroups'
  | 'audit'
  | 'compliance'
  | 'signInRules'
  | 'maintenance'
  | 'demos'

/** A screen that the menu, the palette and the keys lead to (product.md §5.4). Any one of the rights is enough. */
export type ScreenEntry = {
  name: ScreenName
  path:
    | '/search'
    | '/arrangements'
    | '/cases/new'
    | '/batches'
    | '/scripts'
    | '/files/upload'
    | '/manager'
    | '/manager/edit'
    | '/admin/audit'
    | '/admin/compliance'
    | '/admin/sign-in'
    | '/admin/maintenance'
    | '/admin/demo'
  rights: readonly number[]
  group: MenuGroup
  icon: IconName
  key: string
}

/** In the order in which somebody lands: the first screen that one may open is home. */
export const screenTable: readonly ScreenEntry[] = [
  { name: 'batches', path: '/batches', rights: [Right.viewBatches], group: 'campaigns', icon: 'batches', key: 'b' },
  { name: 'search', path: '/search', rights: [Right.viewCases], group: 'work', icon: 'search', key: 's' },
  { name: 'newCase', path: '/cases/new', rights: [Right.newCase], group: 'work', icon: 'plus', key: 'n' },
  { name: 'arrangements', path: '/arrangements', rights: [Right.viewCases], group: 'work', icon: 'phone', key: 'a' },
  { name: 'scripts', path: '/scripts', rights: [Right.viewScripts], group: 'campaigns', icon: 'script', key: 'c' },
  { name: 'upload', path: '/files/upload', rights: [Right.uploadFiles], group: 'campaigns', icon: 'upload', key: 'u' },
  { name: 'manager', path: '/manager', rights: [Right.viewUsers], group: 'admin', icon: 'users', key: 'm' },
  { name: 'rightGroups', path: '/manager/edit', rights: [Right.changeGroups], group: 'admin', icon: 'shield', key: 'r' },
  { name: 'audit', path: '/admin/audit', rights: [Right.viewAudit], group: 'admin', icon: 'history', key: 'l' },
  { name: 'compliance', path: '/admin/compliance', rights: [Right.changeCompliance], group: 'admin', icon: 'shield', key: 'e' },
  { name: 'signInRules', path: '/admin/sign-in', rights: [Right.systemStatus], group: 'admin', icon: 'lock', key: 'i' },
  { name: 'demos', path: '/admin/demo', rights: [Right.demo], group: 'admin', icon: 'play', key: 'd' },
  { name: 'maintenance', path: '/admin/maintenance', rights: [Right.systemStatus], group: 'admin', icon: 'tools', key: 'o' },
]

export const menuGroups: readonly MenuGroup[] = ['work', 'campaigns', 'admin']

export function openScreens(rights: readonly number[]): ScreenEntry[] {
  return screenTable.filter((screen) => holdsRight(rights, screen.rights))
}

/** Where somebody with these rights begins; null when no screen is open to them. */
export function firstScreen(rights: readonly number[]): ScreenEntry['path'] | null {
  return openScreens(rights)[0]?.path ?? null
}
