import { paths } from '../paths.ts'
import { FieldsTab } from '../features/scripts/fields/fields-tab.tsx'
import { FiltersTab } from '../features/scripts/filters/filters-tab.tsx'
import { ScriptActions, ScriptBadges, ScriptSubtitle } from '../features/scripts/script-head.tsx'
import { useScript } from '../features/scripts/scripts-data.ts'
import { SettingsForm } from '../features/scripts/settings-form.tsx'
import { VariablesTab } from '../features/scripts/variables/variables-tab.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress, useRouteId } from '../session/address.ts'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { NotLoaded } from '../ui/loaded.tsx'
import { WhyTab } from './why-tab.tsx'

export function ScriptScreen() {
  const t = useText()
  const scriptID = useRouteId('scriptID')
  const query = useScript(scriptID)
  const { data: script } = query
  const [{ tab }, changeAddress] = useAddress(['tab'])
  const back = { to: paths.scripts(), label: t('scripts.title') }
  if (script === undefined)
    return (
      <Page title={t('scripts.number', { id: scriptID })} back={back}>
        <NotLoaded query={query} lines={8} />
      </Page>
    )
  const tabs = [
    { key: 'settings', label: t('scripts.tabs.settings'), content: () => <SettingsForm key={scriptID} script={script} /> },
    { key: 'variables', label: t('scripts.tabs.variables'), content: () => <VariablesTab scriptID={scriptID} /> },
    { key: 'filters', label: t('scripts.tabs.filters'), content: () => <FiltersTab scriptID={scriptID} /> },
    { key: 'fields', label: t('scripts.tabs.fields'), content: () => <FieldsTab scriptID={scriptID} /> },
    {
      key: 'why',
      label: t('why.tab'),
      content: () => <WhyTab scope={{ scriptID }} customerID={script.customerID} scriptID={scriptID} />,
    },
  ] as const
  return (
    <Page
      title={script.name}
      back={back}
      badge={<ScriptBadges script={script} />}
      subtitle={<ScriptSubtitle script={script} />}
      actions={<ScriptActions script={script} />}
      isFlowing
    >
      <Tabs
        label={t('scripts.tabs.label')}
        value={tabs.find(({ key }) => key === tab)?.key ?? 'settings'}
        onChange={(key) => changeAddress({ tab: key })}
        tabs={tabs}
      />
    </Page>
  )
}
