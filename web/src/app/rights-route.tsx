import { useText } from '../locales/i18n.tsx'
import { EditRightsScreen } from '../screens/edit-rights-screen.tsx'
import { menuGroups, menuScreens } from './screen-table.ts'

/** The rights screen with what it shows of the menu. */
export function RightsRoute() {
  const t = useText()
  const screens = menuScreens.map(({ name, menu: { group, icon }, rights }) => ({
    key: name,
    label: t(`menu.screens.${name}`),
    group: t(`menu.groups.${group}`),
    icon,
    rights,
  }))
  return <EditRightsScreen screens={screens} menuParts={menuGroups.map((group) => t(`menu.groups.${group}`))} />
}
