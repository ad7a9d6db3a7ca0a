import { Right } from '@regie/contract/right-codes.ts'
import { BatchStatusCell } from '../features/batches/batch-status.tsx'
import { UploadButton } from '../features/batches/batches-table.tsx'
import { Home } from '../features/home/home.tsx'
import { TodayLine, useGreeting } from '../features/home/today-line.tsx'
import { WaitingList } from '../features/inbox/waiting-list.tsx'
import { WaitingMessages } from '../features/inbox/waiting-messages.tsx'
import { AgentHome } from '../features/next-case/agent-home.tsx'
import { useCasesToCall } from '../features/next-case/next-case-data.ts'
import { CallNowButton } from '../features/outreach/call-now-button.tsx'
import { useCallLights } from '../features/outreach/outreach-data.ts'
import { resultName } from '../features/cases/case-status.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useSelection } from '../session/selection.ts'
import { useRight } from '../session/use-right.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

/** Who leads sees what needs attention; who works case by case, what waits for them. */
export function HomeScreen() {
  const leads = useRight(Right.pauseBatches)
  const works = useRight(Right.changeCases)
  return works && !leads ? <AgentScreen /> : <LeaderScreen />
}

function AgentScreen() {
  const { customerID, scriptID } = useSelection()
  return (
    <Page title={useGreeting()} subtitle={<TodayLine customerID={customerID} scriptID={scriptID} />} isFlowing>
      <WithCustomer>{(ofCustomer, ofScript) => <AgentDay customerID={ofCustomer} scriptID={ofScript} />}</WithCustomer>
    </Page>
  )
}

function AgentDay({ customerID, scriptID }: { customerID: number; scriptID: number | null }) {
  const t = useText()
  const lights = useCallLights(customerID, useCasesToCall(customerID))
  return (
    <AgentHome
      customerID={customerID}
      scriptID={scriptID}
      callOf={(caseID, name) => <CallNowButton caseID={caseID} name={name} light={lights.get(caseID)} />}
      answerOf={(answer) => t(`cases.answers.${answer}`)}
      resultOf={(result) => resultName(t, result)}
      messages={<WaitingList customerID={customerID} />}
    />
  )
}

function LeaderScreen() {
  const { customerID, scriptID } = useSelection()
  const [{ days }, changeAddress] = useAddress(['days'])
  return (
    <Page
      title={useGreeting()}
      subtitle={<TodayLine customerID={customerID} scriptID={scriptID} />}
      mainAction={<UploadButton />}
      isFlowing
    >
      <WithCustomer>
        {(ofCustomer, ofScript) => (
          <>
            <WaitingMessages customerID={ofCustomer} />
            <Home
              customerID={ofCustomer}
              scriptID={ofScript}
              days={days}
              onDays={(wanted) => changeAddress({ days: wanted })}
              upload={<UploadButton />}
              stateOf={(batch) => <BatchStatusCell batch={batch} />}
            />
          </>
        )}
      </WithCustomer>
    </Page>
  )
}
