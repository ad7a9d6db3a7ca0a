import { useText } from '../../locales/i18n.tsx'
import { useAddress } from '../../session/address.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CostReport } from './costs/cost-report.tsx'
import { BestHours } from './hours/best-hours.tsx'
import { WorksReport } from './works-report.tsx'

const tabs = ['experiments', 'costs', 'hours'] as const

/** What works: variants of a script beside each other, what each channel costs, and at which hours people answer. */
export function WorksTabs({ customerID, scriptID }: { customerID: number; scriptID: number | null }) {
  const t = useText()
  const [{ tab }, change] = useAddress(['tab'])
  const content = {
    experiments: () => <WorksReport {...{ customerID, scriptID }} />,
    hours: () => <BestHours {...{ customerID, scriptID }} />,
    costs: () => <CostReport {...{ customerID, scriptID }} />,
  }
  return (
    <Tabs
      label={t('works.tabs.label')}
      value={tabs.find((one) => one === tab) ?? 'experiments'}
      onChange={(key) => change({ tab: key === 'experiments' ? '' : key })}
      tabs={tabs.map((key) => ({ key, label: t(`works.tabs.${key}`), content: content[key] }))}
    />
  )
}
