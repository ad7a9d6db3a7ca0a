import { callOutcomes, figureKinds } from '@regie/contract/figures.ts'
import { CasesBehind } from '../features/cases/lists/cases-behind.tsx'
import { dateFormat } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { weekdayName } from '../locales/weekdays.ts'
import { paths } from '../paths.ts'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'
import { useCaseRowWork } from './use-case-row-work.tsx'

const callPlaces = ['queues', 'outcome', 'fromAt', 'untilAt'] as const
const places = ['figure', 'from', 'until', 'customerID', 'scriptID', 'step', 'called', 'weekday', 'hour', ...callPlaces] as const
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export function FigureScreen() {
  const t = useText()
  const [{ figure, from, until, customerID: customer, scriptID: script, step, called, weekday, hour }] = useAddress(places)
  const kind = figureKinds.find((known) => known === figure) ?? 'outstanding'
  const { rowActions, rowDialog } = useCaseRowWork()
  const days = dayPattern.test(from) && dayPattern.test(until) ? { from, until } : null
  if (kind === 'queueCalls') return <CasesOfCalls days={days} />
  if (kind === 'atStep')
    return (
      <Page
        title={t('home.figure.atStep', { step: called || step })}
        back={{ to: paths.flow(Number(script)), label: t('home.figure.steps') }}
      >
        <CasesBehind
          customerID={Number(customer)}
          scriptID={Number(script)}
          figure={kind}
          about={{ step }}
          label={t('home.figure.atStep', { step: called || step })}
          rowActions={rowActions}
        />
        {rowDialog}
      </Page>
    )
  const isOfHour = kind === 'paidAt' && /^[1-7]$/.test(weekday) && /^([01]?\d|2[0-3])$/.test(hour)
  const title = isOfHour ? t('home.figure.paidAtHour', { day: weekdayName(Number(weekday)), hour }) : t(`home.figure.${kind}`)
  const about = { ...days, ...(isOfHour && { weekday, hour }) }
  return (
    <Page
      title={title}
      back={
        kind === 'paidAt'
          ? { to: paths.paymentReport(days ?? undefined), label: t('menu.screens.paymentReport') }
          : { to: paths.home, label: t('menu.screens.home') }
      }
      {...(days !== null && { subtitle: daysInWords(days.from, days.until) })}
    >
      <WithCustomer>
        {(customerID, scriptID) => (
          <CasesBehind customerID={customerID} scriptID={scriptID} figure={kind} about={about} label={title} rowActions={rowActions} />
        )}
      </WithCustomer>
      {rowDialog}
    </Page>
  )
}

const idsPattern = /^\d{1,15}(,\d{1,15})*$/
const momentPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** The cases behind a number of the report of calls; the chosen script is left aside, as in the report. */
function CasesOfCalls({ days }: { days: { from: string; until: string } | null }) {
  const t = useText()
  const [address] = useAddress(callPlaces)
  const outcome = callOutcomes.find((one) => one === address.outcome) ?? 'all'
  const { rowActions, rowDialog } = useCaseRowWork()
  const title = t(`home.figure.calls.${outcome}`)
  const about = {
    ...{ ...days, outcome },
    ...(idsPattern.test(address.queues) && { queues: `[${address.queues}]` }),
    ...(momentPattern.test(address.fromAt) && { fromAt: address.fromAt }),
    ...(momentPattern.test(address.untilAt) && { untilAt: address.untilAt }),
  }
  return (
    <Page
      title={title}
      back={{ to: paths.callReport(days ?? undefined), label: t('menu.screens.callReport') }}
      {...(days !== null && { subtitle: daysInWords(days.from, days.until) })}
    >
      <WithCustomer>
        {(customerID) => (
          <CasesBehind customerID={customerID} scriptID={null} figure="queueCalls" about={about} label={title} rowActions={rowActions} />
        )}
      </WithCustomer>
      {rowDialog}
    </Page>
  )
}

function daysInWords(from: string, until: string): string {
  const day = dateFormat('figure day', { day: 'numeric', month: 'long', year: 'numeric' })
  return day.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${until}T12:00:00Z`))
}
