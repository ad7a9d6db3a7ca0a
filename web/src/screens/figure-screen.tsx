import { complaintParts } from '@regie/contract/compliance-file.ts'
import { costPlaces } from '@regie/contract/cost-report.ts'
import { callOutcomes, costParts, figureKinds, variantOutcomes } from '@regie/contract/figures.ts'
import type { CaseRow } from '@regie/contract/cases.ts'
import { failureCauseNames } from '@regie/contract/failure-causes.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { messageOutcomes, reportedChannels } from '@regie/contract/message-report.ts'
import { variantKeys } from '@regie/contract/scripts.ts'
import { lazy, Suspense, useState } from 'react'
import { CasesBehind } from '../features/cases/lists/cases-behind.tsx'
import { dateFormat } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { withTexts } from '../locales/locale-store.ts'
import { paths } from '../paths.ts'
import { useAddress } from '../session/address.ts'
import { channelIcons } from '../session/channel-icons.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'
import { useCaseRowWork } from './use-case-row-work.tsx'

const callPlaces = ['queues', 'outcome', 'fromAt', 'untilAt'] as const
const places = ['figure', 'from', 'until', 'customerID', 'scriptID', 'step', 'called', ...callPlaces] as const
const messagePlaces = ['channel', 'counted', 'scriptID', 'templateID', 'cause', 'code', 'fromAt', 'untilAt'] as const
const variantPlaces = ['scriptID', 'step', 'variant', 'came', 'called'] as const
const costFields = ['place', 'part', 'scriptID'] as const
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export function FigureScreen() {
  const t = useText()
  const [{ figure, from, until, customerID: customer, scriptID: script, step, called }] = useAddress(places)
  const kind = figureKinds.find((known) => known === figure) ?? 'outstanding'
  const { rowActions, rowDialog } = useCaseRowWork()
  const days = dayPattern.test(from) && dayPattern.test(until) ? { from, until } : null
  if (kind === 'queueCalls') return <CasesOfCalls days={days} />
  if (kind === 'messages') return <CasesOfMessages days={days} />
  if (kind === 'variant') return <CasesOfVariant days={days} />
  if (kind === 'complaints') return <CasesOfComplaints days={days} />
  if (kind === 'costs') return <CasesOfCosts days={days} />
  if (kind === 'closed' || kind === 'stillOpen' || (kind === 'cameIn' && idPattern.test(script))) return <CasesOfReport kind={kind} />
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
  const title = t(`home.figure.${kind}`)
  return (
    <Page
      title={title}
      back={{ to: paths.home, label: t('menu.screens.home') }}
      {...(days !== null && { subtitle: daysInWords(days.from, days.until) })}
    >
      <WithCustomer>
        {(customerID, scriptID) => (
          <CasesBehind
            customerID={customerID}
            scriptID={scriptID}
            figure={kind}
            about={{ ...days }}
            label={title}
            rowActions={rowActions}
          />
        )}
      </WithCustomer>
      {rowDialog}
    </Page>
  )
}

const idPattern = /^\d{1,15}$/
const reportNames = { email: 'mailReport', whatsapp: 'whatsAppReport' } as const
// Fetched with the first look, and its texts with it.
const CaseMessages = lazy(async () => ({
  default: (await withTexts(['messageReport'], import('../features/message-report/case-messages.tsx'))).CaseMessages,
}))
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

/** The cases behind a number of the report of what works. */
function CasesOfVariant({ days }: { days: { from: string; until: string } | null }) {
  const t = useText()
  const [{ scriptID: script, step, variant, came, called }] = useAddress(variantPlaces)
  const outcome = variantOutcomes.find((one) => one === came) ?? 'all'
  const { rowActions, rowDialog } = useCaseRowWork()
  const title = t(`home.figure.ofVariant.${outcome}`, { name: called || t('home.figure.ofVariant.every') })
  const key = variantKeys.find((one) => one === variant)
  const about = { ...days, step, came: outcome, ...(key !== undefined && { variant: key }) }
  return (
    <Page
      title={title}
      back={{ to: paths.works({ script, step, from: days?.from ?? '', until: days?.until ?? '' }), label: t('menu.screens.works') }}
      {...(days !== null && { subtitle: daysInWords(days.from, days.until) })}
    >
      <WithCustomer>
        {(customerID) => (
          <CasesBehind
            {...{ customerID, scriptID: idPattern.test(script) ? Number(script) : null }}
            {...{ figure: 'variant', about, label: title, rowActions }}
          />
        )}
      </WithCustomer>
      {rowDialog}
    </Page>
  )
}

/** The cases behind a number of the report of cases. */
function CasesOfReport({ kind }: { kind: 'closed' | 'stillOpen' | 'cameIn' }) {
  const t = useText()
  const [{ from, until, scriptID: script, result: asked }] = useAddress(['from', 'until', 'scriptID', 'result'])
  const { rowActions, rowDialog } = useCaseRowWork()
  const result = kind === 'closed' && asked !== '' ? asked : undefined
  const name = result !== undefined && isResultCode(result) ? t(`cases.results.${result}`) : (result ?? '')
  const title = result === undefined ? t(`home.figure.ofReport.${kind}`) : t('home.figure.ofReport.closedWith', { result: name })
  const days = { ...(dayPattern.test(from) && { from }), ...(dayPattern.test(until) && { until }) }
  const isPeriod = days.from !== undefined && days.until !== undefined
  return (
    <Page
      title={title}
      back={{
        to: paths.casesReport(isPeriod && kind !== 'stillOpen' ? { from, until } : undefined),
        label: t('menu.screens.casesReport'),
      }}
      {...(isPeriod && { subtitle: daysInWords(from, until) })}
    >
      <WithCustomer>
        {(customerID) => (
          <CasesBehind
            {...{ customerID, scriptID: idPattern.test(script) ? Number(script) : null }}
            {...{ figure: kind, about: { ...days, ...(result !== undefined && { result }) }, label: title, rowActions }}
          />
        )}
      </WithCustomer>
      {rowDialog}
    </Page>
  )
}

/** The cases behind a number of the report of costs by channel. */
function CasesOfCosts({ days }: { days: { from: string; until: string } | null }) {
  const t = useText()
  const [address] = useAddress(costFields)
  const place = costPlaces.find((one) => one === address.place)
  const part = costParts.find((one) => one === address.part) ?? 'contacts'
  const { rowActions, rowDialog } = useCaseRowWork()
  const title = t(`home.figure.ofCosts.${part}`, { place: place ?? 'all' })
  return (
    <Page
      title={title}
      back={{ to: paths.works({ tab: 'costs', from: days?.from ?? '', until: days?.until ?? '' }), label: t('menu.screens.works') }}
      {...(days !== null && { subtitle: daysInWords(days.from, days.until) })}
    >
      <WithCustomer>
        {(customerID) => (
          <CasesBehind
            {...{ customerID, scriptID: idPattern.test(address.scriptID) ? Number(address.scriptID) : null }}
            {...{ figure: 'costs', about: { ...days, part, ...(place !== undefined && { place }) }, label: title, rowActions }}
          />
        )}
      </WithCustomer>
      {rowDialog}
    </Page>
  )
}

/** The cases behind a number of complaints in the compliance file. */
function CasesOfComplaints({ days }: { days: { from: string; until: string } | null }) {
  const t = useText()
  const [{ complaints }] = useAddress(['complaints'])
  const part = complaintParts.find((one) => one === complaints) ?? 'all'
  const { rowActions, rowDialog } = useCaseRowWork()
  const title = t(`home.figure.ofComplaints.${part}`)
  return (
    <Page
      title={title}
      back={{ to: paths.complianceFile(), label: t('menu.screens.complianceFile') }}
      {...(days !== null && { subtitle: daysInWords(days.from, days.until) })}
    >
      <WithCustomer>
        {(customerID) => (
          <CasesBehind
            {...{ customerID, scriptID: null, figure: 'complaints', about: { ...days, complaints: part }, label: title, rowActions }}
          />
        )}
      </WithCustomer>
      {rowDialog}
    </Page>
  )
}

/** The cases behind a number of the reports of e-mail and WhatsApp, and what each of their messages did. */
function CasesOfMessages({ days }: { days: { from: string; until: string } | null }) {
  const t = useText()
  const [address] = useAddress(messagePlaces)
  const channel = reportedChannels.find((one) => one === address.channel) ?? 'email'
  const counted = messageOutcomes.find((one) => one === address.counted) ?? 'all'
  const cause = failureCauseNames.find((one) => one === address.cause)
  const { rowActions, rowDialog } = useCaseRowWork()
  const [opened, setOpened] = useState<{ caseID: number; caseNumber: string } | null>(null)
  const title = t(`home.figure.ofMessages.${counted}`, { channel })
  const rows = t('home.figure.ofMessages.rows', { channel })
  const about = {
    ...{ ...days, channel, counted },
    ...(idPattern.test(address.templateID) && { templateID: Number(address.templateID) }),
    ...(cause !== undefined ? { cause } : address.code !== '' && { code: address.code }),
    ...(momentPattern.test(address.fromAt) && { fromAt: address.fromAt }),
    ...(momentPattern.test(address.untilAt) && { untilAt: address.untilAt }),
  }
  const reason = cause !== undefined ? t(`cases.causes.${cause}`) : address.code
  const actionsOf = (row: CaseRow) =>
    [{ key: 'messages', icon: channelIcons[channel], label: rows, onPress: () => setOpened(row) }, ...rowActions(row)] as const
  return (
    <Page
      title={title}
      back={{ to: paths.messageReport(channel, days ?? undefined), label: t(`menu.screens.${reportNames[channel]}`) }}
      {...(days !== null && { subtitle: [daysInWords(days.from, days.until), reason].filter(Boolean).join(' · ') })}
    >
      <WithCustomer>
        {(customerID) => (
          <CasesBehind
            {...{ customerID, scriptID: idPattern.test(address.scriptID) ? Number(address.scriptID) : null }}
            {...{ figure: 'messages', about, label: title, rowActions: actionsOf }}
          />
        )}
      </WithCustomer>
      {rowDialog}
      {opened !== null && (
        <Suspense>
          <CaseMessages channel={channel} caseID={opened.caseID} name={opened.caseNumber} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Page>
  )
}

function daysInWords(from: string, until: string): string {
  const day = dateFormat('figure day', { day: 'numeric', month: 'long', year: 'numeric' })
  return day.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${until}T12:00:00Z`))
}
