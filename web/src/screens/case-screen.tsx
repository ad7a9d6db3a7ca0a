import type { CaseDetail } from '@regie/contract/cases.ts'
import { requestBrands } from '@regie/contract/request-kinds.ts'
import type { RequestTab } from '@regie/contract/payment-requests.ts'
import { useEffect, useState } from 'react'
import { paths } from '../paths.ts'
import { ArrangementsPanel } from '../features/arrangements/arrangements-panel.tsx'
import { AgreedCallback } from '../features/arrangements/callbacks/agreed-callback.tsx'
import { NoteComposer } from '../features/arrangements/notes/note-composer.tsx'
import { OpenObjectionNotice, useObjectionWords } from '../features/arrangements/complaints/open-objection.tsx'
import { BlacklistNotice } from '../features/cases/blacklist/blacklist-notice.tsx'
import { BookPaymentButton } from '../features/cases/actions/book-payment-dialog.tsx'
import { CaseActions } from '../features/cases/actions/case-actions.tsx'
import { ResultDialog } from '../features/cases/actions/result-dialog.tsx'
import { UnansweredButtons } from '../features/cases/actions/unanswered-buttons.tsx'
import { CaseFields } from '../features/cases/fields/case-fields.tsx'
import { CaseBadges, CaseFacts, CaseMoney, CaseSubtitle } from '../features/cases/case-head.tsx'
import { ForgottenNotice } from '../features/cases/forgotten-notice.tsx'
import { HandedOverNotice } from '../features/cases/handed-over-notice.tsx'
import { CaseBar, CaseCorner, CaseLayout, CaseNotices } from '../features/cases/case-layout.tsx'
import { CaseTrail, wayBackFrom } from '../features/cases/case-trail.tsx'
import { CaseTimeline } from '../features/cases/timeline/case-timeline.tsx'
import { useCase } from '../features/cases/cases-data.ts'
import { ClaimPanel } from '../features/claim/claim-panel.tsx'
import { DebtHelpNotice } from '../features/debt-law/debt-help-notice.tsx'
import { DebtHelpPanel } from '../features/debt-law/debt-help-panel.tsx'
import { DocumentsPanel } from '../features/documents/documents-panel.tsx'
import { LimitationPanel } from '../features/debt-law/limitation-panel.tsx'
import { CaseStatusBadge } from '../features/cases/case-status.tsx'
import { NextAttempts } from '../features/cases/next-attempts.tsx'
import { CasePaper, PaperOnly, ScreenOnly } from '../features/cases/print/case-paper.tsx'
import { Presence } from '../features/cases/presence.tsx'
import { RunPosition } from '../features/cases/run-position.tsx'
import { WriterNotice } from '../features/inbox/writer-notice.tsx'
import { LetterheadOf } from '../features/letterhead/letterhead-block.tsx'
import { HeldStrip } from '../features/next-case/held-strip.tsx'
import { AskNumberOfCase } from '../features/outreach/ask-number.tsx'
import { CallStrip } from '../features/outreach/call-strip.tsx'
import { PausedNotice } from '../features/cases/actions/paused-notice.tsx'
import { ChannelButtons, useLinkRefusal } from '../features/outreach/channel-buttons.tsx'
import { PaymentStatement } from '../features/payment-links/payment-statement.tsx'
import { PaymentLinks } from '../features/payment-links/payment-links.tsx'
import { PaymentRequests } from '../features/payment-links/payment-requests.tsx'
import { usePaymentRequests } from '../features/payment-links/payment-links-data.ts'
import { PaymentUnderWay } from '../features/payment-links/payment-under-way.tsx'
import { SendLinkButton } from '../features/payment-links/send-link-dialog.tsx'
import { Payments } from '../features/payment-links/payments.tsx'
import { PersonPanel } from '../features/person/person-panel.tsx'
import { CaseWhy } from '../features/why/case-why.tsx'
import { chooseCustomer, useSelection } from '../session/selection.ts'
import { useText } from '../locales/i18n.tsx'
import { useAddress, useRouteId } from '../session/address.ts'
import { useSettings } from '../session/settings.ts'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { NotLoaded } from '../ui/loaded.tsx'

export function CaseScreen() {
  const t = useText()
  const caseID = useRouteId('caseID')
  const query = useCase(caseID)
  const { data: found } = query
  if (found === undefined)
    return (
      <Page title={t('cases.one')} back={{ to: paths.search(), label: t('cases.search.title') }}>
        <NotLoaded query={query} lines={8} />
      </Page>
    )
  return <FoundCase key={caseID} found={found} />
}

function FoundCase({ found }: { found: CaseDetail }) {
  const t = useText()
  const { caseID } = found
  const [{ tab }, changeAddress] = useAddress(['tab'])
  const [isEditing, setEditing] = useState(false)
  const { caseInfo } = useSettings()
  const objection = useObjectionWords(caseID)
  const refusedLink = useLinkRefusal(found)
  const linkRefusal = objection ?? refusedLink
  // The toolbar names the customer of the case that is open, whatever was chosen before.
  useEffect(() => chooseCustomer(found.customerID), [found.customerID])
  const { customers } = useSelection()
  const customerName = customers.find(({ customerID }) => customerID === found.customerID)?.name ?? ''
  const money = (
    <ScreenOnly>
      <Payments
        found={found}
        actions={
          <>
            <BookPaymentButton found={found} />
            <SendLinkButton found={found} kind="quiet" refusal={linkRefusal} />
          </>
        }
      />
    </ScreenOnly>
  )
  const law = (
    <ScreenOnly>
      <ClaimPanel found={found} />
      <DebtHelpPanel found={found} />
      <LimitationPanel found={found} />
    </ScreenOnly>
  )
  const aside = (
    <>
      {money}
      {caseInfo && !isEditing && <CaseFields found={found} isEditing={false} onEditing={setEditing} />}
      <ArrangementsPanel found={found} />
      <ScreenOnly>
        <DocumentsPanel found={found} />
      </ScreenOnly>
      {law}
      <ScreenOnly>
        <RunPosition {...found} />
        <CaseWhy caseID={caseID} objection={objection} />
        <NextAttempts found={found} />
        <PersonPanel caseID={caseID} statusOf={({ status, result }) => <CaseStatusBadge status={status} result={result} />} />
      </ScreenOnly>
    </>
  )
  const details = () => (
    <CaseLayout aside={aside}>
      {isEditing && <CaseFields found={found} isEditing onEditing={setEditing} />}
      <ScreenOnly>
        <NoteComposer found={found} />
      </ScreenOnly>
      <CaseTimeline caseID={caseID} />
    </CaseLayout>
  )
  const payment = () => (
    <CaseLayout
      aside={
        <>
          {money}
          {law}
        </>
      }
    >
      <PaymentLinks found={found} />
      <CaseTimeline caseID={caseID} only="payments" />
    </CaseLayout>
  )
  const requests = usePaymentRequests(caseID).data?.tabs ?? []
  const requestTab = (one: RequestTab) => ({
    key: one.kind,
    label: requestBrands[one.kind],
    content: () => (
      <CaseLayout aside={money}>
        <PaymentRequests found={found} tab={one} />
        <CaseTimeline caseID={caseID} only="payments" />
      </CaseLayout>
    ),
  })
  const lights = (
    <ChannelButtons found={found} whenPaused={<PausedNotice found={found} callback={<AgreedCallback caseID={caseID} />} />}>
      <SendLinkButton found={found} refusal={linkRefusal} />
    </ChannelButtons>
  )
  const tabs = [
    { key: 'details', label: t('cases.tabs.details'), content: details },
    { key: 'communication', label: t('cases.tabs.communication'), content: () => <CaseTimeline caseID={caseID} only="messages" /> },
    { key: 'payment', label: t('cases.tabs.payment'), content: payment },
    ...requests.map(requestTab),
  ] as const
  return (
    <>
      <PaperOnly>
        <LetterheadOf customerID={found.customerID} />
      </PaperOnly>
      <Page
        title={found.name === '' ? found.caseNumber : found.name}
        back={wayBackFrom(caseID, { to: paths.batch(found.batchID), label: found.batchName, withoutKey: true })}
        badge={
          <>
            <CaseBadges found={found} />
            <PaymentUnderWay caseID={caseID} />
          </>
        }
        subtitle={<CaseSubtitle found={found} />}
        actions={
          <CaseCorner>
            <ScreenOnly>
              <CaseTrail caseID={caseID} />
            </ScreenOnly>
            <CaseMoney found={found} />
          </CaseCorner>
        }
        isFlowing
      >
        <CaseBar lights={lights} actions={<CaseActions found={found} />} />
        <ScreenOnly>
          <HeldStrip found={found} objection={objection} />
          <WriterNotice caseID={caseID} ask={(conversationID) => <AskNumberOfCase caseID={caseID} conversationID={conversationID} />} />
          <CallStrip
            found={found}
            unanswered={<UnansweredButtons found={found} />}
            result={(onClose) => <ResultDialog found={found} onClose={onClose} />}
          />
        </ScreenOnly>
        <CaseFacts found={found} />
        <PaperOnly>
          <PaymentStatement found={found} />
        </PaperOnly>
        <CaseNotices>
          <Presence caseID={caseID} isEditing={isEditing} />
          <BlacklistNotice caseID={caseID} />
          <OpenObjectionNotice found={found} />
          <DebtHelpNotice found={found} />
          <HandedOverNotice found={found} />
          <ForgottenNotice found={found} />
        </CaseNotices>
        <Tabs
          label={t('cases.tabs.label')}
          value={tabs.find(({ key }) => key === tab)?.key ?? 'details'}
          onChange={(key) => changeAddress({ tab: key === 'details' ? '' : key })}
          tabs={tabs}
        />
        <CasePaper caseNumber={found.caseNumber} customerName={customerName} />
      </Page>
    </>
  )
}
