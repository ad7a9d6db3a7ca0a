import type { CaseDetail } from '@regie/contract/cases.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { ArrangementsPanel } from '../features/arrangements/arrangements-panel.tsx'
import { useObjectionWords } from '../features/arrangements/complaints/open-objection.tsx'
import { RetentionInput } from '../features/cases/actions/retention-input.tsx'
import { ResultDialog } from '../features/cases/actions/result-dialog.tsx'
import { resultName } from '../features/cases/case-status.tsx'
import { useCase } from '../features/cases/cases-data.ts'
import { CaseTimeline } from '../features/cases/timeline/case-timeline.tsx'
import { Desk } from '../features/desk/desk.tsx'
import { OwnCallbacks } from '../features/next-case/own-callbacks.tsx'
import { useCasesToCall } from '../features/next-case/next-case-data.ts'
import { CallNowButton } from '../features/outreach/call-now-button.tsx'
import { useLinkRefusal } from '../features/outreach/channel-buttons.tsx'
import { useCallLights } from '../features/outreach/outreach-data.ts'
import { SendLinkButton } from '../features/payment-links/send-link-dialog.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { NotLoaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'

export function DeskScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.desk')} isFlowing>
      <WithCustomer>{(customerID) => <DeskOf key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}

function DeskOf({ customerID }: { customerID: number }) {
  const t = useText()
  const lights = useCallLights(customerID, useCasesToCall(customerID))
  return (
    <Desk
      customerID={customerID}
      callbacks={
        <OwnCallbacks
          customerID={customerID}
          callOf={(caseID, name) => <CallNowButton caseID={caseID} name={name} light={lights.get(caseID)} />}
        />
      }
      caseOf={(caseID) => <CaseOfCall caseID={caseID} />}
      results={{
        nameOf: (code) => resultName(t, code),
        retention: (value, onChange) => <RetentionInput value={value} onChange={onChange} />,
        dialog: (caseID, code, onClose) => <ResultOfCall caseID={caseID} code={code} onClose={onClose} />,
      }}
      works={{
        result: (caseID, code, onDone, onClose) => <ResultOfCall caseID={caseID} code={code} onDone={onDone} onClose={onClose} />,
        link: (caseID, onDone) => <LinkOfCall caseID={caseID} onDone={onDone} />,
      }}
    />
  )
}

/** What was arranged and what happened, with the questions of the case itself. */
function CaseOfCall({ caseID }: { caseID: number }) {
  const query = useCase(caseID)
  if (query.data === undefined) return <NotLoaded query={query} lines={6} />
  return <FoundCase found={query.data} />
}

function FoundCase({ found }: { found: CaseDetail }) {
  const objection = useObjectionWords(found.caseID)
  const refused = useLinkRefusal(found)
  return (
    <>
      <div>
        <SendLinkButton found={found} refusal={objection ?? refused} />
      </div>
      <ArrangementsPanel found={found} />
      <CaseTimeline caseID={found.caseID} />
    </>
  )
}

function LinkOfCall({ caseID, onDone }: { caseID: number; onDone: () => void }) {
  const { data: found } = useCase(caseID)
  return found === undefined ? null : <OfferedLink found={found} onDone={onDone} />
}

function OfferedLink({ found, onDone }: { found: CaseDetail; onDone: () => void }) {
  const objection = useObjectionWords(found.caseID)
  const refused = useLinkRefusal(found)
  return (
    <div>
      <SendLinkButton found={found} kind="main" keyName="1" refusal={objection ?? refused} onDone={onDone} />
    </div>
  )
}

type ResultOfCallProps = { caseID: number; code: ResultCode | null; onDone?: () => void; onClose: () => void }

function ResultOfCall({ caseID, code, onDone, onClose }: ResultOfCallProps) {
  const { data: found } = useCase(caseID)
  return found === undefined ? null : <ResultDialog found={found} first={code} {...(onDone && { onDone })} onClose={onClose} />
}
